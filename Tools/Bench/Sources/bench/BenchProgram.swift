import BenchKit
import Foundation
import Glibc

/// Runs the suites that it is told to.
///
/// `bench [SUITE...] [--rounds N] [--json FILE] [--commit ID] [--list]`
@main
struct BenchProgram {
    static let suites: [BenchSuite] = [.crypto, .credentials, .logins]

    static func main() async {
        do {
            let options = try BenchOptions(Array(CommandLine.arguments.dropFirst()), suites: suites.map(\.name))
            if options.lists {
                print(suites.map(\.name).joined(separator: "\n"))
            } else {
                try await run(options)
            }
        } catch {
            FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
            exit(error is BenchOptions.Problem ? 2 : 1)
        }
    }

    private static func run(_ options: BenchOptions) async throws {
        let machine = Machine(commit: options.commit)
        let runner = BenchRunner(rounds: options.rounds)
        var records: [String] = []
        print("\(machine.text)\nmedians of \(options.rounds) rounds, taken in turns\n")
        for suite in suites where options.suites.isEmpty || options.suites.contains(suite.name) {
            let cases = try await suite.cases()
            if !cases.isEmpty { print(BenchReport.head) }
            for benchCase in cases {
                let result = try await runner.run(benchCase)
                print(BenchReport.table(result))
                // A run takes minutes, and may be looked at through a pipe.
                fflush(nil)
                records.append(try BenchReport.json(result, on: machine))
            }
            for result in try await suite.figures() {
                print(result.table)
                records.append(try BenchReport.json(result, on: machine))
            }
        }
        if let path = options.json {
            try Data((records.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path), options: .atomic)
        }
    }
}
