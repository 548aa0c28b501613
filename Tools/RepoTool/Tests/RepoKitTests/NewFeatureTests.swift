import Foundation
import KernelTesting
import RepoKit
import Testing

/// What `repo new-feature` writes, in a copy of the repository.
struct NewFeatureTests {
    private let folder: TemporaryFolder
    private let root: URL

    init() async throws {
        folder = try TemporaryFolder()
        root = URL(filePath: folder.path)
        try await CheckedOutRepository.link(into: root)
    }

    private func write(_ name: String, _ parts: Set<FeaturePart> = Set(FeaturePart.allCases)) async throws -> [String] {
        try await make(name, parts).write()
    }

    private func make(_ name: String, _ parts: Set<FeaturePart> = Set(FeaturePart.allCases)) async throws -> NewFeature
    {
        try await NewFeature(FeatureName(name), parts: parts, in: Repository(root: root), modules: ["Foundation"])
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test func theRepositoryKnowsIt() async throws {
        let before = try text("CODEOWNERS")
        let written = try await write("Bookmarks")
        let package = try #require(try await Repository(root: root).packages.first { $0.name == "Bookmarks" })
        #expect(package.folder == "Packages/Features/Bookmarks")
        #expect(
            package.products.map(\.name)
                == ["API", "Client", "Operations", "Presentation", "Screens", "Service", "Testing"].map {
                    "Bookmarks\($0)"
                })
        #expect(written.contains("docs/features/bookmarks.md"))
        let lines = try text("CODEOWNERS").split(separator: "\n")
        let index = try #require(lines.firstIndex { $0.hasPrefix("/Packages/Features/Bookmarks/ ") })
        #expect(lines[index].hasSuffix("@essential/bookmarks"))
        #expect(lines[index - 1] < lines[index] && lines[index] < lines[index + 1])
        #expect(before.split(separator: "\n") == lines.filter { !$0.contains("ookmarks") })
        #expect(try text("Packages/Features/Bookmarks/README.md").count { $0 == "\n" } <= 60)
        #expect(try RequirementCatalog(root: root).identifiers.contains("BOOKMARKS-01"))
        #expect(try RequirementCatalog(root: root).problems.isEmpty)
        #expect(
            written.contains { $0.wholeMatch(of: /Tests.Compatibility.Fixtures.v\d+.bookmarks.list-empty.json/) != nil }
        )
        for path in written { #expect(!(try text(path)).contains("__"), "\(path) has a placeholder") }
    }

    /// A template is read whole, and kept: it shows what a feature has and no more.
    @Test func noFileOfItIsLong() async throws {
        for path in try await write("Bookmarks") where path.hasSuffix(".swift") && path.contains("Bookmarks/Sources") {
            #expect(try text(path).count { $0 == "\n" } <= 60, "\(path)")
        }
    }

    @Test func theSettingsAreThoseOfTheOthers() async throws {
        _ = try await write("Bookmarks")
        let mark = "// --- STANDARD SETTINGS"
        let settings = try ["Login", "Bookmarks"].map { name in
            let text = try text("Packages/Features/\(name)/Package.swift")
            return try text[#require(text.range(of: mark)).lowerBound...]
        }
        #expect(settings[0] == settings[1])
    }

    @Test(arguments: ["Bookmarks", "ZZTopOfTheOfflineQueueThatIsVeryLong", "AuditTrail"])
    func whatItWritesIsFormatted(name: String) async throws {
        let written = try await write(name).filter { $0.hasSuffix(".swift") }
        let lint = try await Subprocess.run(
            ["swift", "format", "lint", "--strict", "--configuration", root.appending(path: ".swift-format").path]
                + written.map { root.appending(path: $0).path })
        #expect(lint.status == 0, "\(lint.complaint)")
    }

    @Test func everyKindOfFeatureKeepsTheRules() async throws {
        let kinds: [Set<FeaturePart>] = [
            Set(FeaturePart.allCases), [.service], [.client], [.client, .presentation], [.client, .service],
            [.client, .screens], [.client, .service, .screens],
        ]
        for (number, parts) in kinds.enumerated() { _ = try await write("Sample\(number)", parts) }
        let codebase = try await Codebase(Repository(root: root))
        #expect(codebase.packages.count { $0.name.hasPrefix("Sample") } == kinds.count)
        let findings = try Lint.findings(in: codebase).map(\.description)
        #expect(findings == [], "\(findings.joined(separator: "\n"))")
    }

    @Test func aFeatureHasTheTargetsThatItNeedsAndNoOthers() async throws {
        _ = try await write("AuditTrail", [.service])
        let package = try #require(try await Repository(root: root).packages.first { $0.name == "AuditTrail" })
        #expect(
            package.targets.map(\.name)
                == ["Contract", "Service", "Operations", "ContractTests", "ServiceTests", "OperationsTests"].map {
                    "AuditTrail\($0)"
                })
        let composer = try text("Apps/Composer/Package.swift")
        #expect(!composer.contains("AuditTrail"))
        for role in ["Operations", "Service"] {
            #expect(
                try text("Apps/Server/Package.swift").contains(
                    #".product(name: "AuditTrail\#(role)", package: "AuditTrail")"#))
        }
    }

    @Test(arguments: [
        "bookmarks", "Book_marks", "Bücher", "9Lives", "", "Ab", "../Escape", "BookmarksAPI", "BookmarksTests",
        String(repeating: "Long", count: 11),
    ])
    func refusesWhatIsNoName(text: String) {
        #expect(throws: ScaffoldError.self) { try FeatureName(text) }
    }

    @Test(arguments: [
        ("Login", "Packages/Features/Login is a package"), ("LogIn", "Packages/Features/Login is a package"),
        ("Console", "Packages/Infrastructure/Console"), ("Foundation", "Foundation is a module of the Swift toolchain"),
        ("Status", "StatusCommand.swift uses “status”"), ("Plugins", "PluginReport.swift uses “plugins”"),
        ("Comm", "COMM-01 is a requirement"),
    ])
    func refusesANameThatIsTaken(name: String, reason: String) async throws {
        let error = await #expect(throws: ScaffoldError.self) { try await make(name) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        ("client,server", "client,service,presentation,screens"), ("presentation", "client,presentation"),
        ("screens,service", "client,presentation"), ("", ""),
    ])
    func refusesPartsThatMakeNoFeature(text: String, hint: String) {
        let error = #expect(throws: ScaffoldError.self) { try FeaturePart.parse(text) }
        #expect(error?.description.contains(hint) == true || hint.isEmpty)
    }

    @Test func nothingIsHalfWritten() async throws {
        let feature = try await make("Bookmarks")
        // The last file to come stands in the way of its folder.
        try FileManager.default.removeItem(at: root.appending(path: "docs/features"))
        try "in the way".write(to: root.appending(path: "docs/features"), atomically: true, encoding: .utf8)
        let before = folder.files().map { [Array($0.utf8), folder.contents(of: $0)] }
        await #expect(throws: (any Error).self) { try await feature.write() }
        let isUnchanged = folder.files().map { [Array($0.utf8), folder.contents(of: $0)] } == before
        #expect(isUnchanged)
        #expect(!FileManager.default.fileExists(atPath: root.appending(path: "Packages/Features/Bookmarks").path))
    }

    @Test func aManifestThatLooksDifferentIsNamedAndNothingIsWritten() async throws {
        let feature = try await make("Bookmarks")
        try "// empty\n".write(to: root.appending(path: "CODEOWNERS"), atomically: true, encoding: .utf8)
        let error = await #expect(throws: ScaffoldError.self) { try await feature.write() }
        #expect(error?.description.contains("CODEOWNERS") == true)
        #expect(!FileManager.default.fileExists(atPath: root.appending(path: "Packages/Features/Bookmarks").path))
    }

    @Test func aTemplateThatIsNotClosedIsNamed() async throws {
        let path = "Tools/RepoTool/Templates/Feature/docs/features/__feature-name__.md.template"
        try "%if client\ntext\n".write(to: root.appending(path: path), atomically: true, encoding: .utf8)
        let error = await #expect(throws: ScaffoldError.self) { try await write("Bookmarks") }
        #expect(error?.description.contains(path) == true)
    }

    @Test func saysTheOneLineForEachProgram() async throws {
        let steps = try await make("ReadingList").nextSteps
        #expect(steps.contains("try ReadingListWiring.install(on: base, &host, self)"))
        #expect(steps.contains("try ReadingListWiring.install(on: base, &host, web)"))
        #expect(steps.contains("docs/features/reading-list.md"))
        #expect(steps.contains("make openapi configuration fixtures traceability"))
    }
}
