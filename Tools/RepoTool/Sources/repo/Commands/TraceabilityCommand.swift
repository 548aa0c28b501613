import Foundation
import RepoKit

enum TraceabilityCommand: Command {
    static let name = "traceability"
    static let summary = "which requirement is proved by which tests, and how they ended"
    static let usage = """
        usage: repo traceability [--check | --json] [--root FOLDER]

        Joins docs/requirements.md with the names of requirements in tests and the
        results of the last run in .build/results, and writes docs/traceability.md.

          --json    prints the report as JSON and writes nothing
          --check   only says which tests name requirements that don't exist
        """
    static let flags: Set<String> = ["--check", "--json"]

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let repository = try await Repository(root: arguments.root)
        let findings = TestsNameRequirements().findings(
            in: try repository.testSources().flatMap(\.files), catalog: try RequirementCatalog(root: repository.root))
        for finding in findings.sorted() { FileHandle.standardError.write(Data("\(finding)\n".utf8)) }
        guard findings.isEmpty else { return 1 }
        if arguments.has("--check") { return 0 }

        let report = try TraceabilityReport(repository, results: TestResults(root: repository.root))
        if arguments.has("--json") {
            FileHandle.standardOutput.write(try report.json())
            return 0
        }
        let file = repository.root.appending(path: TraceabilityReport.path)
        try report.markdown().write(to: file, atomically: true, encoding: .utf8)
        print("\(TraceabilityReport.path): \(report.summary)")
        let missing = report.targetsNotRun
        if !missing.isEmpty {
            let names = missing.prefix(3).joined(separator: ", ") + (missing.count > 3 ? ", …" : "")
            print("\(missing.count) test targets have no results yet (\(names)). `make test` brings them.")
        }
        return 0
    }
}
