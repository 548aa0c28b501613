import Foundation
import KernelTesting
import RepoKit
import Testing

/// Diagrams and paths over a repository of three packages.
struct DependencyGraphTests {
    private let folder: TemporaryFolder
    private let packages: [PackageDescription]
    private let graph: PackageGraph

    init() async throws {
        folder = try TemporaryFolder()
        try Self.write(
            "Base", in: "Packages/Kernel", to: folder, targets: [#".target(name: "Base")"#], products: ["Base"])
        try Self.write(
            "Login", in: "Packages/Features", to: folder,
            targets: [
                #".target(name: "LoginAPI", dependencies: ["Base"])"#,
                #".target(name: "LoginClient", dependencies: ["LoginAPI"])"#,
                #".testTarget(name: "LoginClientTests", dependencies: ["Base", "LoginClient"])"#,
            ], products: ["LoginClient"], dependencies: ["../../Kernel/Base"])
        try Self.write(
            "Composer", in: "Apps", to: folder,
            targets: [
                #".executableTarget(name: "Composer", dependencies: [.product(name: "LoginClient", package: "Login")])"#
            ], dependencies: ["../../Packages/Features/Login"])
        packages = try await Repository(root: URL(filePath: folder.path)).packages
        graph = try PackageGraph(packages)
    }

    private static func write(
        _ name: String, in area: String, to folder: TemporaryFolder, targets: [String], products: [String] = [],
        dependencies: [String] = []
    ) throws {
        let path = URL(filePath: folder.path(of: "\(area)/\(name)/Package.swift"))
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        let text = """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "\(name)",
                products: [\(products.map { ".library(name: \"\($0)\", targets: [\"\($0)\"])" }.joined(separator: ", "))],
                dependencies: [\(dependencies.map { ".package(path: \"\($0)\")" }.joined(separator: ", "))],
                targets: [
            \(targets.map { "        \($0),\n" }.joined())    ])
            """
        try text.write(to: path, atomically: true, encoding: .utf8)
    }

    private func why(_ from: String, _ to: String) throws -> String {
        let manifests = try packages.map { ($0.folder, try ManifestText(of: $0, root: URL(filePath: folder.path))) }
        return try DependencyPath(from: from, to: to, in: graph)
            .render(manifests: Dictionary(uniqueKeysWithValues: manifests))
    }

    @Test func showsTheShortestWayWithItsLines() throws {
        #expect(
            try why("Composer", "Base") == """
                Composer depends on Base:
                    Composer     Apps/Composer/Package.swift:8
                  → LoginClient  Packages/Features/Login/Package.swift:9
                  → LoginAPI     Packages/Features/Login/Package.swift:8
                  → Base         Packages/Kernel/Base

                """)
    }

    @Test func whatShipsComesBeforeTests() throws {
        #expect(try DependencyPath(from: "Login", to: "Base", in: graph).targets == ["LoginAPI", "Base"])
        #expect(try DependencyPath(from: "LoginClientTests", to: "Base", in: graph).targets?.count == 2)
    }

    @Test func saysWhenNothingLeadsThere() throws {
        #expect(try why("Base", "Composer") == "Base doesn't depend on Composer.\n")
    }

    @Test(arguments: [("Logon", "Login"), ("loginapi", "LoginAPI"), ("Bse", "Base"), ("Something", nil)])
    func suggestsANameForAnUnknownOne(name: String, suggestion: String?) throws {
        let error = #expect(throws: DependencyPath.UnknownName.self) { try why(name, "Base") }
        #expect(error?.suggestion == suggestion)
    }

    @Test func drawsPackagesInTheirLayers() throws {
        let diagram = Diagram(packagesOf: graph)
        #expect(
            try diagram.render(as: .text) == """
                Kernel
                  Base

                Features
                  Login → Base

                Apps
                  Composer → Login

                """)
        #expect(try diagram.render(as: .mermaid).contains("    Login --> Base\n"))
        #expect(try diagram.render(as: .dot).contains("  \"Composer\" -> \"Login\";\n"))
    }

    @Test func drawsTargetsInTheirPackages() throws {
        struct Node: Decodable, Equatable {
            let name: String
            let group: String
            let dependencies: [String]
        }
        let json = try Diagram(targetsOf: graph).render(as: .json)
        let nodes = try JSONDecoder().decode([Node].self, from: Data(json.utf8))
        #expect(nodes.map(\.name) == ["Base", "Composer", "LoginAPI", "LoginClient", "LoginClientTests"])
        #expect(nodes.last == Node(name: "LoginClientTests", group: "Login", dependencies: ["Base", "LoginClient"]))
    }
}
