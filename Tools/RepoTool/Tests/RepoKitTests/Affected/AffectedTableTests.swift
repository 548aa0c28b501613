import Foundation
import RepoKit
import Testing

/// One change after the other on a monorepo that has one of everything.
struct AffectedTableTests {
    private static let kernel = [
        package(
            "Packages/Kernel/CoreModels", [target("CoreModels"), test("CoreModelsTests", uses: "CoreModels")]),
        package("Packages/Kernel/Lonely", [target("Lonely")]),
    ]
    private static let store = package(
        "Packages/Infrastructure/Store",
        [
            target("StoreAPI", uses: "CoreModels"), target("CSQLite", type: "system"),
            target("StoreSQLite", uses: "StoreAPI", "CSQLite"), target("StoreTesting", uses: "StoreAPI"),
            test("StoreSQLiteTests", uses: "StoreSQLite"),
        ])
    private static let login = package(
        "Packages/Features/Login",
        [
            target("LoginAPI", uses: "CoreModels"), target("LoginContract", uses: "CoreModels"),
            target("LoginClient", uses: "LoginAPI", "LoginContract"),
            target("LoginService", uses: "LoginContract", "StoreAPI"), target("LoginTesting", uses: "LoginAPI"),
            test("LoginClientTests", uses: "LoginClient", "LoginTesting"),
            test("LoginServiceTests", uses: "LoginService", "StoreTesting"),
        ])
    private static let feed = package(
        "Packages/Features/Feed",
        [
            target("FeedAPI", uses: "CoreModels"), target("FeedClient", uses: "FeedAPI", "LoginAPI"),
            test("FeedClientTests", uses: "FeedClient", "LoginTesting"),
        ])
    private static let apps = [
        package(
            "Apps/Composer",
            [
                target("ComposerWiring", uses: "LoginClient", "FeedClient"),
                target("Composer", type: "executable", uses: "ComposerWiring"),
                test("ComposerWiringTests", uses: "ComposerWiring"),
            ]),
        package(
            "Apps/Server",
            [
                target("ServerWiring", uses: "LoginService", "StoreSQLite"),
                target("Server", type: "executable", uses: "ServerWiring"),
            ]),
        package("Tests/Acceptance", [test("AcceptanceTests")]),
        package("Tools/RepoTool", [target("RepoKit"), test("RepoKitTests", uses: "RepoKit")]),
    ]
    private static let all = kernel + [store, login, feed] + apps
    private static let everything = all.map(\.name).sorted().joined(separator: " ")
    private static let always = "Composer RepoTool"

    private static let table: [(change: String, affected: String)] = [
        ("Packages/Features/Login/Sources/LoginClient/RemoteLogin.swift", "Acceptance Composer Login RepoTool"),
        ("Packages/Features/Login/Sources/LoginAPI/LoggingIn.swift", "Acceptance Composer Feed Login RepoTool"),
        ("Packages/Features/Login/Sources/LoginContract/LoginWire.swift", "Acceptance Composer Login RepoTool Server"),
        ("Packages/Features/Login/Sources/LoginService/Routes.swift", "Acceptance Composer Login RepoTool Server"),
        ("Packages/Features/Login/Sources/LoginService/Resources/mail.md", "Acceptance Composer Login RepoTool Server"),
        ("Packages/Features/Login/Sources/LoginTesting/LoggingInSpy.swift", "Composer Feed Login RepoTool"),
        ("Packages/Features/Login/Tests/LoginClientTests/RemoteLoginTests.swift", "Composer Login RepoTool"),
        ("Packages/Features/Login/Tests/LoginClientTests/Fixtures/v1/login.json", "Composer Login RepoTool"),
        ("Packages/Features/Login/Tests/LoginClientTests/New.swift", "Composer Login RepoTool"),
        ("Packages/Features/Login/Package.swift", "Acceptance Composer Feed Login RepoTool Server"),
        ("Packages/Features/Login/Elsewhere/notes.txt", "Acceptance Composer Feed Login RepoTool Server"),
        ("Packages/Features/Login/README.md", always),
        ("Packages/Features/Login/API.txt", always),
        ("Packages/Features/Feed/Sources/FeedClient/RemoteFeed.swift", "Acceptance Composer Feed RepoTool"),
        ("Packages/Infrastructure/Store/Sources/CSQLite/shim.h", "Acceptance Composer RepoTool Server Store"),
        ("Packages/Infrastructure/Store/Sources/StoreAPI/A.swift", "Acceptance Composer Login RepoTool Server Store"),
        ("Packages/Infrastructure/Store/Sources/StoreTesting/A.swift", "Composer Login RepoTool Store"),
        ("Packages/Kernel/Lonely/Sources/Lonely/Lonely.swift", "Composer Lonely RepoTool"),
        (
            "Packages/Kernel/CoreModels/Sources/CoreModels/UserID.swift",
            "Acceptance Composer CoreModels Feed Login RepoTool Server Store"
        ),
        ("Apps/Server/Sources/Server/main.swift", "Acceptance Composer RepoTool Server"),
        ("Apps/Composer/Sources/ComposerWiring/Host.swift", "Acceptance Composer RepoTool"),
        ("Apps/Composer/Tests/ComposerWiringTests/HostTests.swift", always),
        ("Tests/Acceptance/Tests/AcceptanceTests/TourTests.swift", "Acceptance Composer RepoTool"),
        ("docs/architecture.md", always),
        ("docs/api/openapi.yaml", always),
        ("README.md", always),
        ("CODEOWNERS", always),
        ("Tools/RepoTool/README.md", always),
        ("Makefile", everything),
        (".swift-format", everything),
        (".swift-version", everything),
        (".ci/run", everything),
        (".github/workflows/nightly.yml", everything),
        ("Tools/setup/dependencies.sh", everything),
        ("Tools/RepoTool/Sources/RepoKit/Finding.swift", everything),
        ("Packages/Package.swift", everything),
        ("Packages/Features/LoginOld/Sources/A/A.swift", everything),
        ("notes.bin", everything),
    ]

    @Test(arguments: table) func followsAChangeToAllThatIsBuiltFromIt(change: String, affected: String) throws {
        #expect(try Self.affected(by: [change]) == affected)
    }

    @Test func nothingElseIsAffectedByNoChange() throws {
        #expect(try Self.affected(by: []) == Self.always)
    }

    @Test func severalChangesAddUp() throws {
        let changes = [
            "README.md", "Packages/Features/Feed/Tests/FeedClientTests/A.swift",
            "Packages/Kernel/Lonely/Sources/Lonely/A.swift",
        ]
        #expect(try Self.affected(by: changes) == "Composer Feed Lonely RepoTool")
    }

    @Test func aPackageThatIsGoneAffectsWhoUsedIt() throws {
        let old = Self.package("Packages/Kernel/Old", [Self.target("Old")])
        let feed = Self.package(
            "Packages/Features/Feed",
            [Self.target("FeedAPI", uses: "Old"), Self.test("FeedClientTests", uses: "FeedAPI")])
        let changes = ["Packages/Kernel/Old/Package.swift", "Packages/Kernel/Old/Sources/Old/Old.swift"]
        #expect(try Self.affected(by: changes, base: Self.kernel + [old, feed]) == "Acceptance Composer Feed RepoTool")
    }

    @Test func aTargetThatIsRenamedAffectsWhoUsedItsOldName() throws {
        let changes = ["Packages/Features/Login/Sources/LoginRemote/RemoteLogin.swift"]
        let login = Self.package("Packages/Features/Login", [Self.target("LoginRemote")])
        let feed = Self.package("Packages/Features/Feed", [Self.target("FeedClient", uses: "LoginRemote")])
        let affected = try Self.affected(by: changes, base: [login, feed])
        #expect(affected == "Acceptance Composer Feed RepoTool")
    }

    @Test func aNewPackageAffectsWhoUsesIt() throws {
        let changes = ["Packages/Kernel/Lonely/Package.swift", "Packages/Kernel/Lonely/Sources/Lonely/Lonely.swift"]
        let feed = Self.package("Packages/Features/Feed", [Self.target("FeedClient", uses: "Lonely")])
        let affected = try Self.affected(by: changes, packages: Self.kernel + [feed], base: [Self.kernel[0]])
        #expect(affected == "Feed Lonely")
    }

    @Test func saysHowAChangeReachesAPackage() throws {
        let graph = try Self.graph(of: Self.all)
        let change = "Packages/Features/Login/Sources/LoginAPI/LoggingIn.swift"
        let reasons = Dictionary(
            uniqueKeysWithValues: AffectedPackages([change], in: graph, base: graph).packages.map {
                ($0.package, $0.reason)
            })
        #expect(reasons["Login"] == "\(change) changed, which is part of LoginAPI.")
        #expect(
            reasons["Acceptance"]
                == "AcceptanceTests uses Composer, which uses ComposerWiring, which uses FeedClient, which uses LoginAPI, where \(change) changed."
        )
        #expect(reasons["RepoTool"] == "RepoTool is checked with every change.")
        let unknown = AffectedPackages(["notes.bin"], in: graph, base: graph).packages
        #expect(unknown.allSatisfy { $0.reason.contains("notes.bin is in no package") })
    }
}

extension AffectedTableTests {
    /// What a package of the table says in its manifest; every target is a product.
    struct Package: Sendable {
        let folder: String
        let targets: [Target]

        var name: String { folder.split(separator: "/").last.map(String.init) ?? "" }
    }

    struct Target: Sendable {
        let name: String
        let type: String
        let dependencies: [String]
    }

    private static func package(_ folder: String, _ targets: [Target]) -> Package {
        Package(folder: folder, targets: targets)
    }

    private static func test(_ name: String, uses dependencies: String...) -> Target {
        Target(name: name, type: "test", dependencies: dependencies)
    }

    private static func target(_ name: String, type: String = "regular", uses dependencies: String...) -> Target {
        Target(name: name, type: type, dependencies: dependencies)
    }

    private static func affected(
        by changes: [String], packages: [Package] = all, base: [Package] = all
    ) throws -> String {
        try AffectedPackages(changes, in: graph(of: packages), base: graph(of: base)).packages.map(\.package)
            .joined(separator: " ")
    }

    private static func graph(of packages: [Package]) throws -> PackageGraph {
        try PackageGraph(
            packages.map { package in
                try PackageDescription(
                    folder: package.folder, json: JSONSerialization.data(withJSONObject: manifest(of: package)))
            })
    }

    private static func manifest(of package: Package) -> [String: Any] {
        let products = package.targets.map { target -> [String: Any] in
            let type: [String: Any] =
                target.type == "executable" ? ["executable": NSNull()] : ["library": ["automatic"]]
            return ["name": target.name, "targets": [target.name], "type": type]
        }
        let targets = package.targets.map { target -> [String: Any] in
            [
                "name": target.name, "type": target.type,
                "dependencies": target.dependencies.map { ["byName": [$0, NSNull()] as [Any]] },
                "settings": [Any](), "resources": [Any](), "exclude": [Any](),
            ]
        }
        return ["name": package.name, "dependencies": [Any](), "products": products, "targets": targets]
    }
}
