import Foundation
import KernelTesting
import RepoKit

/// A small monorepo that keeps every rule, to break one at a time.
///
/// Sources import what the manifest declares, unless a test says otherwise.
struct LintFixture {
    struct Target {
        var kind = "target"
        var name: String
        var dependencies: [String] = []
        var path: String?
        /// The imports, when they aren't those of the dependencies.
        var imports: [String]?
        var code = ""
        var isOffered = true
    }

    struct Package {
        let area: String
        let name: String
        var targets: [Target]
        /// What the manifest says the package is called, when that isn't `name`.
        var title: String?
        var settings = StandardSettings.text
        /// Further packages that the manifest declares.
        var packages: [String] = []

        var folder: String { area + "/" + name }
    }

    var packages = base
    /// What is written over a file, by its path; `nil` removes it.
    var files: [String: String?] = [:]

    /// The target of a name.
    subscript(name: String) -> Target {
        get { packages.lazy.flatMap(\.targets).first { $0.name == name } ?? Target(name: name) }
        set {
            for package in packages.indices {
                for target in packages[package].targets.indices where packages[package].targets[target].name == name {
                    packages[package].targets[target] = newValue
                }
            }
        }
    }

    /// The package of a name.
    subscript(package name: String) -> Package {
        get { packages.first { $0.name == name } ?? Package(area: "", name: name, targets: []) }
        set {
            for index in packages.indices where packages[index].name == name { packages[index] = newValue }
        }
    }

    /// Writes it, and gives what the rules find and the lines of the files.
    func lint() async throws -> (findings: [Finding], lines: (String) -> [String]) {
        let folder = try TemporaryFolder()
        try write(to: folder)
        // Only changed manifests are asked for anew.
        let root = URL(filePath: folder.path)
        try FileManager.default.copyItem(
            at: URL(filePath: try await Self.known.value.path(of: ".build")), to: root.appending(path: ".build"))
        let findings = try Lint.findings(in: try await Codebase(Repository(root: root)))
        return (
            findings,
            { path in
                String(decoding: folder.contents(of: path) ?? [], as: UTF8.self).components(separatedBy: "\n")
            }
        )
    }

    /// The base, with its manifests read.
    private static let known = Task {
        let folder = try TemporaryFolder()
        try LintFixture().write(to: folder)
        _ = try await Repository(root: URL(filePath: folder.path))
        return folder
    }

    private func write(to folder: TemporaryFolder) throws {
        var texts: [String: String?] = [:]
        texts["CODEOWNERS"] = packages.map { "/\($0.folder)/ @essential/team\n" }.joined()
        for package in packages {
            texts[package.folder + "/Package.swift"] = manifest(of: package)
            texts[package.folder + "/README.md"] = "# \(package.name)\n"
            for target in package.targets {
                let place = target.path ?? (target.kind == "testTarget" ? "Tests/" : "Sources/") + target.name
                let imports = target.imports ?? target.dependencies.map { "import \($0)" }
                let isSystem = target.kind == "systemLibrary"
                let text =
                    isSystem ? "module \(target.name) {}" : (imports + [target.code, ""]).joined(separator: "\n")
                texts["\(package.folder)/\(place)/\(isSystem ? "module.modulemap" : target.name + ".swift")"] = text
            }
        }
        for (path, text) in texts.merging(files, uniquingKeysWith: { $1 }) {
            let url = URL(filePath: folder.path(of: path))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text?.write(to: url, atomically: true, encoding: .utf8)
        }
    }

    // MARK: - Manifests

    private func manifest(of package: Package) -> String {
        let own = Set(package.targets.map(\.name))
        let foreign = package.targets.flatMap(\.dependencies).filter { !own.contains($0) }
        let owners = Set(foreign.compactMap(owner).map(\.name) + package.packages).compactMap { name in
            packages.first { $0.name == name }
        }
        let up = String(repeating: "../", count: package.folder.split(separator: "/").count)
        let products = package.targets.filter { $0.isOffered && $0.kind == "target" }.map {
            "        .library(name: \"\($0.name)\", targets: [\"\($0.name)\"]),\n"
        }
        let programs = package.targets.filter { $0.isOffered && $0.kind == "executableTarget" }.map {
            "        .executable(name: \"\($0.name == "Server" ? "essentiald" : "essential")\", targets: [\"\($0.name)\"]),\n"
        }
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "\(package.title ?? package.name)",
                products: [
            \((products + programs).joined())    ],
                dependencies: [
            \(owners.map(\.folder).sorted().map { "        .package(path: \"\(up)\($0)\"),\n" }.joined())    ],
                targets: [
            \(package.targets.map { render($0, own: own) }.joined())    ]
            )


            """ + package.settings
    }

    private func render(_ target: Target, own: Set<String>) -> String {
        if target.kind == "systemLibrary" { return "        .systemLibrary(name: \"\(target.name)\"),\n" }
        let dependencies = target.dependencies.map { name in
            own.contains(name)
                ? "                \"\(name)\",\n"
                : "                .product(name: \"\(name)\", package: \"\(owner(of: name)?.name ?? "")\"),\n"
        }
        let path = target.path.map { ", path: \"\($0)\"" } ?? ""
        return """
                    .\(target.kind)(
                        name: "\(target.name)",
                        dependencies: [
            \(dependencies.joined())            ]\(path)),

            """
    }

    private func owner(of target: String) -> Package? {
        packages.first { $0.targets.contains { $0.name == target } }
    }

    // MARK: - The base

    private static let base = [
        Package(area: "Packages/Kernel", name: "CoreModels", targets: [Target(name: "CoreModels")]),
        Package(area: "Packages/Kernel", name: "Localization", targets: [Target(name: "Localization")]),
        Package(area: "Packages/Kernel", name: "KernelTesting", targets: [Target(name: "KernelTesting")]),
        Package(
            area: "Packages/Infrastructure", name: "CurlKit",
            targets: [
                Target(kind: "systemLibrary", name: "CCurl"),
                Target(name: "CurlKit", dependencies: ["CCurl"]),
            ]),
        Package(
            area: "Packages/Infrastructure", name: "Telemetry",
            targets: [
                Target(name: "TelemetryAPI", dependencies: ["CoreModels"]),
                Target(name: "TelemetryOutput", dependencies: ["TelemetryAPI"]),
            ]),
        Package(
            area: "Packages/Infrastructure", name: "Screens",
            targets: [
                Target(name: "ScreensAPI", dependencies: ["CoreModels"]),
                Target(name: "ScreensHosting", dependencies: ["ScreensAPI"]),
            ]),
        Package(
            area: "Packages/Infrastructure", name: "Mail",
            targets: [
                Target(name: "MailAPI", dependencies: ["CoreModels"]),
                Target(name: "MailSMTP", dependencies: ["MailAPI", "CurlKit"]),
                Target(name: "MailTesting", dependencies: ["MailAPI"]),
            ]),
        Package(
            area: "Packages/Features", name: "Accounts",
            targets: [
                Target(name: "AccountsAPI", dependencies: ["CoreModels"]),
                Target(name: "AccountsServiceAPI", dependencies: ["CoreModels"]),
                Target(name: "AccountsService", dependencies: ["AccountsServiceAPI", "MailAPI"]),
            ]),
        Package(
            area: "Packages/Features", name: "Login",
            targets: [
                Target(name: "LoginAPI", dependencies: ["CoreModels"]),
                Target(name: "LoginContract", dependencies: ["CoreModels"], isOffered: false),
                Target(name: "LoginClient", dependencies: ["LoginAPI", "LoginContract"]),
                Target(name: "LoginService", dependencies: ["LoginContract", "AccountsServiceAPI", "MailAPI"]),
                Target(name: "LoginDialogue", dependencies: ["CoreModels", "LoginAPI"], isOffered: false),
                Target(name: "LoginPresentation", dependencies: ["LoginAPI", "LoginDialogue"]),
                Target(name: "LoginScreens", dependencies: ["LoginAPI", "ScreensAPI"]),
                Target(name: "LoginOperations", dependencies: ["LoginService"]),
                Target(name: "LoginTesting", dependencies: ["LoginAPI"]),
                Target(
                    kind: "executableTarget", name: "LoginHammer", dependencies: ["LoginClient", "MailSMTP"],
                    path: "Tests/Support/LoginHammer", isOffered: false),
                Target(
                    kind: "testTarget", name: "LoginClientTests",
                    dependencies: ["LoginClient", "LoginTesting", "KernelTesting", "MailTesting"]),
            ]),
        Package(
            area: "Apps", name: "Composer",
            targets: [
                Target(name: "ComposerFlows", dependencies: ["LoginAPI", "CoreModels"], isOffered: false),
                Target(
                    name: "ComposerWiring", dependencies: ["ComposerFlows", "LoginClient", "LoginPresentation"],
                    isOffered: false),
                Target(kind: "executableTarget", name: "Composer", dependencies: ["ComposerWiring"]),
            ]),
        Package(
            area: "Apps", name: "Server",
            targets: [
                Target(
                    name: "ServerWiring", dependencies: ["AccountsService", "LoginService", "MailSMTP"],
                    isOffered: false),
                Target(kind: "executableTarget", name: "Server", dependencies: ["ServerWiring"]),
            ]),
    ]
}
