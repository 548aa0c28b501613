import BenchKit
import Dispatch
import Foundation
import Glibc

/// Runs the suites that it is told to.
///
/// `bench [SUITE...] [--rounds N] [--json FILE] [--commit ID] [--list]`, or
/// `bench --compare BASE.json HEAD.json`, or `bench SUITE --repeat CASE N`.
@main
struct BenchProgram {
    static let suites: [BenchSuite] = [
        .crypto, .vault, .credentials, .httpClient, .startUp, .logins, .passkeys, .providers, .httpServer,
        .serverMemory, .soak,
        .sql, .commits, .json,
        .scale, .routing, .screens, .audit,
    ]

    /// Valgrind can't follow the main thread of a program whose `main` is
    /// asynchronous: that one ends as soon as something waits.
    static func main() {
        NeighbourServer.serveIfAsked(Array(CommandLine.arguments.dropFirst()))
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            await work()
            end.signal()
        }
        end.wait()
    }

    @concurrent private static func work() async {
        do {
            let options = try BenchOptions(Array(CommandLine.arguments.dropFirst()), suites: suites.map(\.name))
            if options.lists {
                print(suites.map(\.name).joined(separator: "\n"))
            } else if let comparison = options.comparison {
                print(try BenchComparison(base: lines(comparison.base), head: lines(comparison.head)).table)
            } else if let repetition = options.repetition {
                try await repeated(repetition, options)
            } else {
                try await run(options)
            }
        } catch {
            FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
            exit(error is BenchOptions.Problem ? 2 : 1)
        }
    }

    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private static func repeated(_ repetition: BenchOptions.Repetition, _ options: BenchOptions) async throws {
        for suite in suites where options.suites.isEmpty || options.suites.contains(suite.name) {
            for benchCase in try await suite.cases() where benchCase.name == repetition.name {
                for subject in benchCase.contestants where subject.role == .subject {
                    _ = try await subject.sampling(repetition.count)
                    return
                }
            }
        }
        throw BenchOptions.Problem(description: "there is no case '\(repetition.name)'.")
    }

    private static func run(_ options: BenchOptions) async throws {
        let machine = Machine(commit: options.commit, versions: Versions.all)
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
