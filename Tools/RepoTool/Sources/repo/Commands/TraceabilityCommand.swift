import Foundation
import RepoKit

enum TraceabilityCommand: Command {
    static let name = "traceability"
    static let summary = "which requirement is proved by which tests"
    static let usage = """
        usage: repo traceability [--check | --json] [--root FOLDER]

        Joins docs/requirements.md with the names of requirements in tests, and
        writes docs/traceability.md.

          --json    prints the report with the results of the last run in
                    .build/results as JSON, and writes nothing
          --check   only says whether docs/traceability.md is as it would be written
        """
    static let flags: Set<String> = ["--check", "--json"]

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let repository = try await Repository(root: arguments.root)
        if arguments.has("--json") {
            let report = try TraceabilityReport(repository, results: TestResults(root: repository.root))
            FileHandle.standardOutput.write(try report.json())
            return 0
        }
        let report = try TraceabilityReport(repository), text = report.markdown()
        let file = repository.root.appending(path: TraceabilityReport.path)
        if arguments.has("--check") {
            guard try String(contentsOf: file, encoding: .utf8) != text else { return 0 }
            let complaint = "\(TraceabilityReport.path) isn't up to date. `make traceability` writes it.\n"
            FileHandle.standardError.write(Data(complaint.utf8))
            return 1
        }
        try text.write(to: file, atomically: true, encoding: .utf8)
        print("\(TraceabilityReport.path): \(report.summary)")
        if !report.notReached.isEmpty {
            print("No test goes through a program for \(report.notReached.joined(separator: ", ")).")
        }
        return 0
    }
}
