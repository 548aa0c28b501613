import Foundation
import RepoKit

enum LintCommand: Command {
    static let name = "lint"
    static let summary = "check the rules of the architecture"
    static let usage = """
        usage: repo lint [--json] [--root FOLDER]

        Checks the rules in CONTRIBUTING.md that need no build, and prints where
        they don't hold: file, line, rule, and how to mend it. The status is 1
        when there is an error; warnings don't change it.
        """
    static let flags: Set = ["--json"]

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let codebase = try await Codebase(Repository(root: arguments.root))
        let findings = try Lint.findings(in: codebase)
        if arguments.has("--json") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(findings), as: UTF8.self))
        } else {
            for finding in findings { print(finding) }
            print(summary(of: findings, in: codebase))
        }
        return findings.contains { $0.severity == .error } ? 1 : 0
    }

    private static func summary(of findings: [Finding], in codebase: Codebase) -> String {
        let errors = findings.count { $0.severity == .error }
        let warnings = findings.count - errors
        let size = "\(codebase.packages.count) packages, \(codebase.modules.count) targets"
        let result =
            errors == 0 ? "\(Lint.rules.count) rules hold" : "\(errors) errors; CONTRIBUTING.md explains the rules"
        return "\(size): \(result)" + (warnings == 0 ? "" : ", \(warnings) warnings")
    }
}
