import Foundation
import KernelTesting
import RepoKit
import Testing

struct ManifestTextTests {
    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")

        let package = Package(
            name: "Login",
            products: [
                .library(name: "LoginClient", targets: ["LoginClient"])
            ],
            dependencies: [.package(path: "../../Infrastructure/Mail")],
            targets: [
                .target(name: "LoginAPI"),
                .target(
                    name: "LoginClient",
                    dependencies: [
                        "LoginAPI",
                        mail,
                    ]),
                .testTarget(name: "LoginClientTests", dependencies: ["LoginClient", mail]),
            ]
        )
        """

    private func makeSUT() async throws -> (ManifestText, TemporaryFolder) {
        let folder = try TemporaryFolder()
        for (name, text) in [
            ("Features/Login", Self.manifest),
            (
                "Infrastructure/Mail",
                """
                // swift-tools-version: 6.2
                import PackageDescription
                let package = Package(
                    name: "Mail", products: [.library(name: "MailAPI", targets: ["MailAPI"])],
                    targets: [.target(name: "MailAPI")])
                """
            ),
        ] {
            let url = URL(filePath: folder.path(of: "Packages/\(name)/Package.swift"))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
        let root = URL(filePath: folder.path)
        let packages = try await Repository(root: root).packages
        return (try ManifestText(of: try #require(packages.first), root: root), folder)
    }

    @Test func pointsAtWhatATargetDeclares() async throws {
        let (sut, _) = try await makeSUT()
        #expect(sut.line(ofTarget: "LoginClient") == 15)
        #expect(sut.line(ofDependency: "LoginAPI", in: "LoginClient") == 17)
        #expect(sut.line(ofDependency: "LoginClient", in: "LoginClientTests") == 20)
        #expect(sut.line(ofPackage: "mail") == 11)
    }

    @Test func pointsAtTheUseOfAConstant() async throws {
        let (sut, _) = try await makeSUT()
        #expect(sut.line(ofDependency: "MailAPI", in: "LoginClient") == 18)
        #expect(sut.line(ofDependency: "MailAPI", in: "LoginClientTests") == 20)
    }
}
