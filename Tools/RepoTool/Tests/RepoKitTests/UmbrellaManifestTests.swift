import Foundation
import KernelTesting
import RepoKit
import Testing

struct UmbrellaManifestTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ text: String, to path: String) throws {
        let url = URL(filePath: folder.path(of: path))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: true, encoding: .utf8)
    }

    private func writePackage(
        _ name: String, in area: String, targets: String, products: String = "", dependencies: String = ""
    ) throws {
        try write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "\(name)", products: [\(products)], dependencies: [\(dependencies)], targets: [\(targets)])
            """, to: "\(area)/\(name)/Package.swift")
    }

    private func makeUmbrella() async throws -> String {
        try await UmbrellaManifest(Repository(root: URL(filePath: folder.path)).packages).render()
    }

    @Test func oneRunCoversThePackagesTogether() async throws {
        try writePackage(
            "Base", in: "Packages/Kernel", targets: #".target(name: "Core", swiftSettings: [.strictMemorySafety()])"#,
            products: #".library(name: "Base", targets: ["Core"])"#)
        let core = "Packages/Kernel/Base/Sources/Core/Core.swift"
        try write("public let answer = 42", to: core)
        try writePackage(
            "Top", in: "Packages/Features",
            targets: #".testTarget(name: "TopTests", dependencies: [.product(name: "Base", package: "Base")])"#,
            dependencies: #".package(path: "../../Kernel/Base")"#)
        try write(
            "import Core\nimport Testing\n@Test func holds() { #expect(answer == 42) }",
            to: "Packages/Features/Top/Tests/TopTests/TopTests.swift")
        try write(await makeUmbrella(), to: "Package.swift")
        let outcome = try await ChildProcess.run(
            "swift", ["test", "--package-path", folder.path, "--scratch-path", folder.path(of: "scratch")])
        #expect(outcome.exit == .status(0), "\(outcome.outputText)\(outcome.errorText)")
        #expect((outcome.outputText + outcome.errorText).contains("1 test"))

        try write("package let answer = 42", to: core)
        let build = try await ChildProcess.run(
            "swift",
            ["build", "--build-tests", "--package-path", folder.path, "--scratch-path", folder.path(of: "scratch")])
        #expect(build.exit != .status(0), "what is for one package is used by another")
    }

    @Test func programsKeepTheirNamesBesideTheTests() async throws {
        try writePackage(
            "Server", in: "Apps",
            targets: #".target(name: "Wiring"), .executableTarget(name: "Main", dependencies: ["Wiring"])"#,
            products: #".executable(name: "served", targets: ["Main"]), .library(name: "Wires", targets: ["Wiring"])"#)
        try write("package let answer = 42", to: "Apps/Server/Sources/Wiring/Wiring.swift")
        try write("import Wiring\nprint(answer)", to: "Apps/Server/Sources/Main/main.swift")
        let umbrella = try await makeUmbrella()
        #expect(umbrella.contains(#".executable(name: "served", targets: ["Main"])"#))
        #expect(!umbrella.contains("Wires"))
        try write(umbrella, to: "Package.swift")
        let scratch = folder.path(of: "scratch")
        let build = try await ChildProcess.run(
            "swift", ["build", "--package-path", folder.path, "--scratch-path", scratch])
        try #require(build.exit == .status(0), "\(build.outputText)\(build.errorText)")
        #expect(try await ChildProcess.run(scratch + "/debug/served").outputText == "42\n")
    }

    @Test func refusesTwoTargetsOfOneName() async throws {
        try writePackage("One", in: "Packages/Kernel", targets: #".target(name: "Same")"#)
        try writePackage("Two", in: "Packages/Kernel", targets: #".target(name: "Same")"#)
        let error = await #expect(throws: RepositoryError.self) { try await makeUmbrella() }
        #expect(error?.description.contains("Packages/Kernel/One and Packages/Kernel/Two") == true)
    }

    @Test func namesTheManifestThatDoesNotCompile() async throws {
        try write("// swift-tools-version: 6.2\nnonsense", to: "Packages/Kernel/Broken/Package.swift")
        let error = await #expect(throws: RepositoryError.self) { try await makeUmbrella() }
        #expect(error?.description.contains("Packages/Kernel/Broken/Package.swift") == true)
    }

    @Test func namesADependencyThatNobodyOffers() async throws {
        try writePackage(
            "Lonely", in: "Packages/Kernel",
            targets: #".target(name: "Lonely", dependencies: [.product(name: "Missing", package: "Base")])"#,
            dependencies: #".package(path: "../Base")"#)
        let error = await #expect(throws: RepositoryError.self) { try await makeUmbrella() }
        #expect(error?.description.contains("“Missing”") == true)
    }
}
