import Foundation
import KernelTesting
import RepoKit
import Testing

/// What git and the manifests of another commit contribute.
struct AffectedRepositoryTests {
    private let fixture: FixtureRepository

    /// Base ← User, and Other by itself; two commits on main, the second of which
    /// a branch doesn't have.
    init() async throws {
        fixture = try FixtureRepository()
        try await fixture.git("init", "--quiet", "--initial-branch", "main")
        try fixture.write(".build/\n", to: ".gitignore")
        try writePackages()
        try await fixture.commit()
        try await fixture.git("branch", "change")
        try fixture.write("struct Elsewhere {}", to: "Packages/Other/Sources/Other/Elsewhere.swift")
        try await fixture.commit()
        try await fixture.git("checkout", "--quiet", "change")
    }

    private func writePackages(base: String = "Base", uses product: String = "Base") throws {
        try fixture.writeManifest(of: "Packages/Base", targets: [#".target(name: "\#(base)")"#], products: [base])
        try fixture.writeManifest(
            of: "Packages/User",
            targets: [#".target(name: "User", dependencies: [\#(product.isEmpty ? "" : "\"\(product)\"")])"#],
            dependencies: product.isEmpty ? [] : ["../Base"])
        try fixture.writeManifest(of: "Packages/Other", targets: [#".target(name: "Other")"#])
        for name in [base, "User", "Other"] {
            let folder = name == base ? "Base" : name
            try fixture.write("struct \(name)Value {}", to: "Packages/\(folder)/Sources/\(name)/Value.swift")
        }
    }

    private func affected(since base: String = "main") async throws -> [String] {
        try await AffectedPackages(since: base, in: try await Repository(root: fixture.root)).packages.map(\.package)
    }

    @Test func whatOthersDidMeanwhileIsNoChange() async throws {
        #expect(try await affected().isEmpty)
    }

    @Test(arguments: ["committed", "staged", "in the folder", "new", "staged and undone"])
    func seesAChangeThatIs(state: String) async throws {
        let file = "Packages/Base/Sources/Base/" + (state == "new" ? "New.swift" : "Value.swift")
        try fixture.write("struct Changed {}", to: file)
        switch state {
        case "committed": try await fixture.commit()
        case "staged": try await fixture.git("add", "--all")
        case "staged and undone":
            try await fixture.git("add", "--all")
            try fixture.write("struct BaseValue {}", to: file)
        default: break
        }
        #expect(try await affected() == ["Base", "User"])
    }

    @Test func whatIsMovedCountsInBothPlaces() async throws {
        try fixture.write("struct Other {}", to: "Packages/Other/Sources/Other/Moved.swift")
        try await fixture.commit()
        try await fixture.git("branch", "--force", "main")
        try await fixture.git(
            "mv", "Packages/Other/Sources/Other/Moved.swift", "Packages/User/Sources/User/Moved.swift")
        #expect(try await affected() == ["Other", "User"])
    }

    @Test func aPackageThatIsGoneAffectsWhoUsedIt() async throws {
        try writePackages(uses: "")
        try fixture.remove("Packages/Base")
        #expect(try await affected() == ["User"])
    }

    @Test func aRenamedTargetAffectsWhoUsesIt() async throws {
        try writePackages(base: "Foundation2", uses: "Foundation2")
        try fixture.remove("Packages/Base/Sources/Base")
        #expect(try await affected() == ["Base", "User"])
    }

    @Test func aManifestOfTheBaseThatCanNotBeReadAffectsEverything() async throws {
        try fixture.write("// swift-tools-version: 6.2\nnonsense", to: "Packages/Other/Package.swift")
        try await fixture.commit()
        try await fixture.git("branch", "--force", "main")
        try writePackages()
        #expect(try await affected() == ["Base", "Other", "User"])
    }

    @Test func whatASuiteReadsAffectsIt() async throws {
        try fixture.writeManifest(of: "Packages/Reader", targets: [#".testTarget(name: "ReaderTests")"#])
        try fixture.write(
            #"let file = root + "/docs/api/openapi.yaml""#, to: "Packages/Reader/Tests/ReaderTests/Tests.swift")
        try fixture.write(#"let hint = "see docs/api/openapi.yaml""#, to: "Packages/Other/Sources/Other/Hint.swift")
        try await fixture.commit()
        try await fixture.git("branch", "--force", "main")
        try fixture.write("openapi: 3.1.1", to: "docs/api/openapi.yaml")
        try fixture.write("# Notes", to: "docs/notes.md")
        let packages = try await AffectedPackages(since: "main", in: try await Repository(root: fixture.root)).packages
        #expect(packages.map(\.package) == ["Reader"])
        #expect(packages.first?.reason == "docs/api/openapi.yaml changed, which ReaderTests reads.")
    }

    @Test(arguments: [
        #"root.appending(path: "docs/adr")"#, #"root + "/docs/adr/""#, #"files(in: "../../../../docs/")"#,
    ])
    func whatASuiteReadsOfAFolderAffectsIt(code: String) async throws {
        try fixture.writeManifest(of: "Packages/Reader", targets: [#".testTarget(name: "ReaderTests")"#])
        try fixture.write("let files = \(code)", to: "Packages/Reader/Tests/ReaderTests/Tests.swift")
        try await fixture.commit()
        try await fixture.git("branch", "--force", "main")
        try fixture.write("# A decision", to: "docs/adr/0001.md")
        #expect(try await affected() == ["Reader"])
    }

    @Test func saysHowToGetABaseThatIsNotHere() async throws {
        let error = await #expect(throws: UnknownBase.self) { try await affected(since: "origin/nowhere") }
        #expect(error?.description.contains("git fetch") == true)
    }
}
