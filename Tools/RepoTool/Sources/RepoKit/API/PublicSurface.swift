package import Foundation

/// What packages of a repository show to each other, as a build has it.
package struct PublicSurface: Sendable {
    private let root: URL
    private let packages: [PackageDescription]
    /// By the package's folder.
    private let files: [String: APIFile]
    /// What is public and should not be, or is without documentation; sorted.
    package let findings: [Finding]

    /// - Parameters:
    ///   - packages: Those that are looked at.
    ///   - all: Those of the whole repository.
    ///   - build: The scratch folder of a build of them.
    /// - Throws: ``BuiltModulesError`` when the build isn't one of these sources.
    package init(
        of packages: [PackageDescription], among all: [PackageDescription], root: URL, build: URL
    ) async throws {
        let graph = try PackageGraph(all)
        let modules = packages.flatMap(\.targets).filter { target in
            target.type == "regular"
                && graph.targets[target.name].map { Self.holdsSwift(root.appending(path: $0.folder)) } == true
        }.map(\.name)
        let symbolGraphs = try await BuiltModules(root: root, build: build, graph: graph)
            .symbolGraphs(of: modules)
        var symbols: [String: Set<PublicSymbol>] = [:]
        var findings: [Finding] = []
        for symbolGraph in symbolGraphs {
            guard let node = graph.targets[symbolGraph.module], let package = graph.packages[node.package] else {
                continue
            }
            symbols[package.folder, default: []].formUnion(symbolGraph.publicSymbols)
            let role = ModuleRole(symbolGraph, packageFolder: package.folder)
            findings += SurfaceRules(symbolGraph, role: role, folder: node.folder).findings
        }
        self.root = root
        self.packages = packages
        files = symbols.mapValues(APIFile.init)
        self.findings = findings.sorted()
    }

    /// The packages whose committed file says something else, sorted.
    package var outdated: [Finding] {
        packages.compactMap { package in
            let path = package.folder + "/" + APIFile.name
            guard let text = committed(package) else {
                return Finding(
                    "api", file: path, message: "The package doesn't say what it shows to others.",
                    remedy: "Run `make api`, and commit the file.")
            }
            guard text != file(of: package).render(package: package.name) else { return nil }
            let changes = file(of: package).changes(since: APIFile(text: text)).map { "\n  " + $0.text }
            return Finding(
                "api", file: path,
                message: changes.isEmpty
                    ? "The file isn't as it is written." : "The public surface changed:\(changes.joined())\n ",
                remedy:
                    "If that is meant, run `make api` and commit the file with the change; if not, make it `package`.")
        }
    }

    /// Writes the files that are different.
    ///
    /// - Returns: Their paths, relative to the root of the repository.
    package func write() throws -> [String] {
        try packages.compactMap { package in
            let text = file(of: package).render(package: package.name)
            guard committed(package) != text else { return nil }
            let path = package.folder + "/" + APIFile.name
            try text.write(to: root.appending(path: path), atomically: true, encoding: .utf8)
            return path
        }
    }

    private func file(of package: PackageDescription) -> APIFile { files[package.folder] ?? APIFile([]) }

    private func committed(_ package: PackageDescription) -> String? {
        try? String(contentsOf: root.appending(path: package.folder + "/" + APIFile.name), encoding: .utf8)
    }

    /// Whether a target is more than C.
    private static func holdsSwift(_ folder: URL) -> Bool {
        let names = FileManager.default.enumerator(atPath: folder.path)
        while let name = names?.nextObject() as? String {
            if name.hasSuffix(".swift") { return true }
        }
        return false
    }
}
