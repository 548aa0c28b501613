import Foundation
import RepoKit
import Testing

/// What GitHub runs is what anybody can run: each step is a `make` target.
struct WorkflowTests {
    private static let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    /// What brings `make`.
    private static let first = "apt-get update -q && apt-get install -q -y --no-install-recommends make"
    private static let files = [
        ".github/actions/prepare/action.yml", ".github/workflows/nightly.yml", ".github/workflows/pull-request.yml",
    ]

    private static func lines(of file: String) throws -> [String] {
        try String(contentsOf: root.appending(path: file), encoding: .utf8).split(separator: "\n").map {
            String($0.drop { $0 == " " || $0 == "-" })
        }
    }

    private static func targets() throws -> Set<String> {
        let lines = try String(contentsOf: root.appending(path: "Makefile"), encoding: .utf8).split(separator: "\n")
        return Set(lines.filter { $0.hasPrefix(".PHONY: ") }.map { String($0.dropFirst(".PHONY: ".count)) })
    }

    @Test func thereAreNoOtherFiles() throws {
        let found = try FileManager.default.subpathsOfDirectory(atPath: Self.root.appending(path: ".github").path)
        #expect(
            found.filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }.map { ".github/" + $0 }.sorted()
                == Self.files)
    }

    @Test(arguments: files) func everyStepIsATargetOfTheMakefile(file: String) throws {
        let targets = try Self.targets()
        let steps = try Self.lines(of: file).filter { $0.hasPrefix("run:") }
        #expect(!steps.isEmpty)
        for step in steps {
            let command = step.dropFirst("run:".count).drop { $0 == " " }
            guard command != Self.first else { continue }
            let words = command.split(separator: " ").filter { $0 != "--silent" }
            #expect(words.first == "make", "\(file): \(step)")
            #expect(words.count > 1 && targets.contains(String(words[1])), "\(file): \(step)")
        }
    }

    /// Runs `make` in the repository.
    private static func make(_ words: [String], environment: [String: String] = [:]) async throws -> Int32 {
        try await Subprocess.run(
            ["make", "-C", root.path] + words,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }
        ).status
    }

    @Test(arguments: files) func everyStepCanBeRead(file: String) async throws {
        for step in try Self.lines(of: file) where step.hasPrefix("run: make ") {
            // What GitHub fills in, and where it wants the output.
            let command = step.dropFirst("run: make ".count).replacing(#/ >> .*/#, with: "")
                .replacing(#/\$\{\{[^}]*\}\}/#, with: "7")
            let words = command.split(separator: " ").map(String.init)
            #expect(try await Self.make(["--dry-run"] + words) == 0, "\(file): \(step)")
        }
    }

    @Test(arguments: [("success success", true), ("success skipped", false), ("failure", false), ("", false)])
    func allChecksStandForEachOfThem(results: String, isEnough: Bool) async throws {
        let status = try await Self.make(["all-succeeded"], environment: ["RESULTS": results])
        #expect((status == 0) == isEnough)
    }

    @Test func theSchemasOfGitHubKnowAllOfIt() async throws {
        #expect(try await Self.make(["workflows"]) == 0)
    }

    @Test(arguments: files) func actionsOfOthersArePinnedToACommit(file: String) throws {
        for line in try Self.lines(of: file) where line.hasPrefix("uses:") && !line.hasPrefix("uses: ./") {
            let commit = line.drop { $0 != "@" }.dropFirst().prefix { $0 != " " }
            #expect(commit.count == 40 && commit.allSatisfy(\.isHexDigit), "\(file): \(line)")
        }
    }

    @Test func everyPullRequestIsCheckedAsAWhole() throws {
        let text = try String(contentsOf: Self.root.appending(path: Self.files[2]), encoding: .utf8)
        #expect(text.contains("needs: [affected, package, architecture]\n    if: always()"))
    }
}
