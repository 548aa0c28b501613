package import Foundation

/// A manifest for the root of the repository that holds the targets of all
/// packages as if they were one package.
///
/// One build and one run of all tests over it take half the time of a run per
/// package. What is for one package alone stays so. It is written anew for each run and never committed: what proves
/// that a package declares what it uses is its own build.
package struct UmbrellaManifest {
    private let packages: [PackageDescription]

    package init(_ packages: [PackageDescription]) {
        self.packages = packages
    }

    /// The text of the manifest.
    package func render() throws -> String {
        let declarations = try declarations()
        // A statement for each: in one list of hundreds the compiler works out the
        // types of all at once, for half a minute in place of six seconds.
        let targets = packages.flatMap(\.targets).compactMap { declarations[$0.name] }
            .map { "package.targets.append(\($0))" }
        // Programs keep the names under which they are delivered, so that tests
        // find them beside the test binary.
        let products = packages.flatMap(\.products).filter(\.isExecutable).map { product in
            let targets = product.targets.map(quoted).joined(separator: ", ")
            return "        .executable(name: \(quoted(product.name)), targets: [\(targets)]),"
        }
        return """
            // swift-tools-version: 6.2
            // Written by `repo umbrella`; not committed.
            import PackageDescription

            let package = Package(
                name: "umbrella",
                products: [
            \(products.joined(separator: "\n"))
                ]
            )
            \(targets.joined(separator: "\n"))

            """
    }

    /// The declaration of each target, by name.
    package func declarations() throws -> [String: String] {
        let graph = try PackageGraph(packages)
        return try packages.reduce(into: [:]) { declarations, package in
            for target in package.targets {
                declarations[target.name] = try render(target, of: package, in: graph)
            }
        }
    }

    /// Writes it into a folder, unless the same is there: an unchanged file keeps
    /// its time, and so the build its plan.
    package func write(to folder: URL) throws {
        let manifest = folder.appending(path: "Package.swift")
        let text = try render()
        guard (try? String(contentsOf: manifest, encoding: .utf8)) != text else { return }
        try text.write(to: manifest, atomically: true, encoding: .utf8)
    }

    private func render(
        _ target: PackageDescription.Target, of package: PackageDescription, in graph: PackageGraph
    ) throws -> String {
        let folder = target.folder
        var arguments = ["name: \(quoted(target.name))"]
        if target.type == "system" {
            arguments.append("path: \(quoted(package.folder + "/" + folder))")
            if let name = target.pkgConfig { arguments.append("pkgConfig: \(quoted(name))") }
            return ".systemLibrary(\(arguments.joined(separator: ", ")))"
        }
        let dependencies = graph.targets[target.name]?.dependencies ?? []
        arguments.append("dependencies: [\(dependencies.map(quoted).joined(separator: ", "))]")
        arguments.append("path: \(quoted(package.folder + "/" + folder))")
        if !target.exclude.isEmpty {
            arguments.append("exclude: [\(target.exclude.map(quoted).joined(separator: ", "))]")
        }
        if !target.resources.isEmpty {
            let resources = target.resources.map { resource in
                ".\(resource.rule.keys.first ?? "process")(\(quoted(resource.path)))"
            }
            arguments.append("resources: [\(resources.joined(separator: ", "))]")
        }
        // The build would give all targets the name of this one package.
        arguments.append("packageAccess: false")
        for (tool, label) in [("c", "cSettings"), ("swift", "swiftSettings"), ("linker", "linkerSettings")] {
            var settings = try target.settings.filter { $0.tool == tool }.map { try render($0, of: target) }
            if tool == "swift" { settings.append(".unsafeFlags([\"-package-name\", \(quoted(package.name))])") }
            if !settings.isEmpty { arguments.append("\(label): [\(settings.joined(separator: ", "))]") }
        }
        let kind = ["test": "testTarget", "executable": "executableTarget"][target.type] ?? "target"
        return ".\(kind)(\(arguments.joined(separator: ", ")))"
    }

    private func render(_ setting: PackageDescription.Setting, of target: PackageDescription.Target) throws -> String {
        let argument = setting.arguments.first ?? ""
        switch setting.name {
        case "swiftLanguageMode": return ".swiftLanguageMode(.v\(argument))"
        case "treatAllWarnings": return ".treatAllWarnings(as: .\(argument))"
        case "treatWarning":
            // Arguments come in the order of their labels: level, then name.
            return ".treatWarning(\(quoted(argument)), as: .\(setting.arguments.last ?? "warning"))"
        case "strictMemorySafety": return ".strictMemorySafety()"
        case "enableUpcomingFeature", "enableExperimentalFeature", "define", "headerSearchPath", "linkedLibrary":
            return ".\(setting.name)(\(quoted(argument)))"
        case "unsafeFlags": return ".unsafeFlags([\(setting.arguments.map(quoted).joined(separator: ", "))])"
        default: throw RepositoryError.unknownSetting(target: target.name, name: setting.name)
        }
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
