import Foundation
import KernelTesting
import RepoKit
import Testing

/// What `repo new-feature` writes builds, fails where it should, and is
/// composed by one line in each program.
///
/// The copy and its build folder are always in the same place, so that only the
/// first run builds everything.
@Suite(.serialized)
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
                "--package-path", root.appending(path: package).path, "--scratch-path",
                place.appending(path: "build").path, "-debug-info-format", "none", "--disable-build-manifest-caching",
            ])
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
            $0.hasPrefix("✘ Test ") && $0.contains("() failed after ")
        }
        #expect(failures.count == 1, "\(run.text)")
        #expect(failures.first?.contains("keepsItsFirstPromise") == true)
        #expect(run.text.contains("What to do next:"))
        #expect(run.text.contains("docs/features/bookmarks.md"))
    }

    /// Builds both programs, which takes minutes; `make test-scaffold` asks for it.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["SCAFFOLD_PROGRAMS"] != nil))
    func oneLineComposesItInEachProgram() async throws {
        let steps = [
            (
                "Composer", "ComposerWiring/ClientFeatures.swift", "SecureStorageWiring.installCommands(", "essential",
                "try BookmarksWiring.install(on: base, &host, self)"
            ),
            (
                "Server", "ServerWiring/ServerFeatures.swift", "let comments = ", "essentiald",
                "try BookmarksWiring.install(on: base, &host)"
            ),
        ]
        for (app, file, words, program, line) in steps {
            try compose(line, after: words, in: "Apps/\(app)/Sources/\(file)")
            let build = try await swift("build", in: "Apps/\(app)")
            try #require(build.status == 0, "\(build.text)\(build.complaint)")
            let home = try TemporaryFolder()
            func run(_ command: String) async throws -> Subprocess.Result {
                try await Subprocess.run(
                    [place.appending(path: "build/debug/\(program)").path, command],
                    environment: ["ESSENTIAL_HOME": home.path, "HOME": home.path, "LC_ALL": "C.UTF-8"])
            }
            let plugins = try await run("plugins")
            #expect(plugins.text.contains("bookmarks"), "\(plugins.text)\(plugins.complaint)")
            guard app == "Server" else { continue }
            let description = try await run("openapi")
            #expect(description.text.contains("operationId: getBookmarks"), "\(description.text)")
        }
    }
}
