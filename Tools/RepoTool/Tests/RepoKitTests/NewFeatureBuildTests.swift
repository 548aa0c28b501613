import Foundation
import FoundationNetworking
import KernelTesting
import RepoKit
import Testing

/// What `repo new-feature` writes builds, fails where it should, and has one of
/// each that a feature has, once a line in each program composes it.
///
/// The copy and its build folder are always in the same place, so that only the
/// first run builds everything.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct NewFeatureBuildTests {
    private let place = FileManager.default.temporaryDirectory.appending(path: "essential-scaffold")
    private let root: URL

    init() async throws {
        root = place.appending(path: "copy")
        try? FileManager.default.removeItem(at: root)
        try await CheckedOutRepository.link(into: root)
        _ = try await NewFeature(
            FeatureName("Bookmarks"), parts: Set(FeaturePart.allCases), in: Repository(root: root), modules: []
        ).write()
    }

    private func swift(_ words: String..., in package: String) async throws -> Subprocess.Result {
        try await Subprocess.run(
            ["swift"] + words + [
                "--package-path", root.appending(path: package).path, "--disable-build-manifest-caching",
            ] + BuildFlavour.plain.flags(ProcessInfo.processInfo.environment, in: place.appending(path: "build").path))
    }

    /// Adds a line after the one that has the given words.
    private func compose(_ line: String, after words: String, in path: String) throws {
        let file = root.appending(path: path)
        var lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let index = try #require(lines.firstIndex { $0.contains(words) })
        lines.insert("        \(line)", at: index + 1)
        try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    }

    @Test func itsFirstTestAloneFailsAndSaysWhatToDo() async throws {
        let run = try await swift("test", in: "Packages/Features/Bookmarks")
        #expect(run.status == 1, "\(run.complaint)")
        let failures = run.text.split(separator: "\n").filter {
            $0.hasPrefix("✘ Test ") && $0.contains(") ") && $0.contains(" failed after ")
        }
        #expect(failures.count == 1, "\(run.text)")
        #expect(failures.first?.contains("keepsItsFirstPromise") == true)
        #expect(run.text.contains("What to do next:"))
        #expect(run.text.contains("docs/features/bookmarks.md"))
    }

    /// Builds both programs, which takes minutes; `make test-scaffold` asks for it.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["SCAFFOLD_PROGRAMS"] != nil))
    func oneLineInEachProgramGivesAllThatAFeatureHas() async throws {
        try compose(
            "try BookmarksWiring.install(on: base, &host, self)", after: "SecureStorageWiring.installCommands(",
            in: "Apps/Composer/Sources/ComposerWiring/ClientFeatures.swift")
        try compose(
            "try BookmarksWiring.install(on: base, &host, web)", after: "comments: comments))",
            in: "Apps/Server/Sources/ServerWiring/ServerFeatures.swift")
        for (app, program) in [("Composer", "essential"), ("Server", "essentiald")] {
            let build = try await swift("build", "--product", program, in: "Apps/\(app)")
            try #require(build.status == 0, "\(build.text)\(build.complaint)")
        }
        let programs = try ScaffoldedPrograms(in: place.appending(path: "build/debug"))
        try await expectDescribed(in: programs)
        try await programs.whileServing { address in try await expectUse(of: programs, at: address) }
        try await expectRefusal(by: programs)
    }

    /// What can be set and asked stands in the documents that are made of it.
    private func expectDescribed(in programs: ScaffoldedPrograms) async throws {
        for program in ["essential", "essentiald"] {
            #expect(try await programs.run(program, "plugins").outputText.contains("bookmarks"), "\(program)")
        }
        let keys = try await programs.run("essentiald", "config", "keys", "--markdown").outputText
        #expect(keys.contains("| `bookmarks.limit` | `100` |"), "\(keys)")
        #expect(try await programs.run("essentiald", "openapi").outputText.contains("operationId: getBookmarks"))
    }

    /// The table, the route, the screen, both commands, the setting and the health check.
    private func expectUse(of programs: ScaffoldedPrograms, at address: String) async throws {
        #expect(try await programs.get(address + "/bookmarks") == #"{"items":[]}"#)
        #expect(try await programs.get(address + "/openapi.json").contains("getBookmarks"))
        for title in ["One", "Two"] {
            let added = try await programs.operate("bookmarks", "add", title)
            #expect(added.exit == .status(0), "\(added.errorText)")
        }
        #expect(try await programs.get(address + "/bookmarks") == #"{"items":["One","Two"]}"#)
        let list = try await programs.run("essential", "bookmarks", "--server", address)
        #expect(list.outputText == "One\nTwo\n", "\(list.errorText)")
        let page = try await programs.get(address + "/see/bookmarks", accepting: "text/html")
        #expect(page.contains("<h1>All bookmarks</h1>") && page.contains("One") && page.contains("Two"), "\(page)")
        let refused = try await programs.operate("bookmarks", "add", "Three", "--bookmarks.limit", "2")
        #expect(refused.exit == .status(1))
        #expect(refused.errorText.contains("Raise bookmarks.limit."), "\(refused.errorText)")
        let health = try await programs.get(address + "/readyz")
        #expect(health.contains(#""bookmarks":"ok""#), "\(health)")
    }

    /// The text of a start that fails, in both languages, and of a value that can't be.
    private func expectRefusal(by programs: ScaffoldedPrograms) async throws {
        for (language, text) in [("en", "Set it to 2 or more."), ("es", "Ponlo en 2 o más.")] {
            let start = try await programs.operate("serve", "--bookmarks.limit", "1", "--language", language)
            #expect(start.exit == .status(2))
            #expect(start.errorText.contains(text), "\(start.errorText)")
        }
        let value = try await programs.operate("serve", "--bookmarks.limit", "0")
        #expect(value.exit == .status(2))
        #expect(value.errorText.contains("bookmarks.limit"), "\(value.errorText)")
    }
}

/// Both programs, built, with folders of their own.
private struct ScaffoldedPrograms: Sendable {
    private let folder: URL
    private let home: TemporaryFolder

    init(in folder: URL) throws {
        self.folder = folder
        home = try TemporaryFolder()
    }

    private func start(_ program: String, _ words: [String]) throws -> ChildProcess {
        try ChildProcess(
            folder.appending(path: program).path, words,
            environment: ["ESSENTIAL_HOME": home.path, "HOME": home.path, "LC_ALL": "C.UTF-8"])
    }

    /// Runs a program to its end.
    func run(_ program: String, _ words: String...) async throws -> ChildProcess.Outcome {
        try await start(program, words).outcome()
    }

    /// Runs a command of the server on its data.
    func operate(_ words: String...) async throws -> ChildProcess.Outcome {
        try await start("essentiald", words + data).outcome()
    }

    private var data: [String] { ["--data", home.path(of: "data"), "--server.listen", "127.0.0.1:0"] }

    /// Starts the server, and stops it when `body` is done.
    func whileServing(_ body: (String) async throws -> Void) async throws {
        let server = try start("essentiald", ["serve"] + data)
        let greeting = await server.readOutput(until: "Data in ")
        let address = try #require(greeting.firstMatch(of: /http:[^\s]+/)?.output, "\(greeting)")
        try await body(String(address))
        server.send(SIGTERM)
        #expect(await server.outcome().exit == .status(0))
    }

    /// What the server answers.
    func get(_ address: String, accepting type: String = "application/json") async throws -> String {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.setValue(type, forHTTPHeaderField: "Accept")
        return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
    }
}
