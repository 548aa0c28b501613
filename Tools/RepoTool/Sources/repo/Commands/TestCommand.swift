import Foundation
import RepoKit

enum TestCommand: Command {
    static let name = "test"
    static let summary = "run the suites of packages"
    static let usage = """
        usage: repo test PACKAGE… | --affected REF | --all
                         [--together [--fresh] [--sanitize thread|address]] [--json]

        Builds and tests each package by itself, which proves that it declares what it
        uses. --affected takes those that differ from REF (see `repo affected`).

        --together   builds all packages as one, and runs a test target for each
                     processor at a time; one that passed with the same inputs
                     before is not run again
        --fresh      runs it again; so does the variable CI
        --sanitize   builds and runs under Thread or Address Sanitizer

        What happened is left in .build/results: NAME.jsonl is the event stream of a
        suite, NAME.log its output. Those of packages by themselves are in packages/.

        Example: repo test Login Sessions
        """
    static let options: Set<String> = ["--affected", "--sanitize"]
    static let flags: Set<String> = ["--all", "--fresh", "--json", "--together"]

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let repository = try await Repository(root: arguments.root)
        let names = try await chosen(by: arguments, in: repository)
        let sanitizer = arguments.value("--sanitize")
        guard let flavour = BuildFlavour.allCases.first(where: { $0.sanitizer == sanitizer }) else {
            throw UsageError("There is no sanitizer “\(sanitizer ?? "")”; there are thread and address.")
        }
        guard arguments.has("--together") || !arguments.has("--fresh") && sanitizer == nil else {
            throw UsageError("--fresh and --sanitize go with --together.")
        }
        let json = arguments.has("--json")
        func report(_ outcome: TestOutcome) {
            guard !json else { return }
            print(outcome)
            fflush(nil)
        }
        let outcomes =
            arguments.has("--together")
            ? try await SuiteRunner(repository, flavour: flavour, isFresh: isFresh(arguments))
                .run(names, report: report)
            : try await PackageRunner(repository).run(names, report: report)
        let amounts = try? NightlyAmounts(root: repository.root)
        if !json, let note = amounts?.note(ProcessInfo.processInfo.environment) { print(note) }
        return try conclude(outcomes, json: json)
    }

    private static func chosen(by arguments: Arguments, in repository: Repository) async throws -> Set<String> {
        switch (arguments.words.isEmpty, arguments.value("--affected"), arguments.has("--all")) {
        case (false, nil, false): return try PackageChoice(arguments.words, among: repository.packages).names
        case (true, let base?, false):
            return Set(try await AffectedPackages(since: base, in: repository).packages.map(\.package))
        case (true, nil, true): return Set(repository.packages.map(\.name))
        default: throw UsageError("Name packages, or give one of --affected and --all.")
        }
    }

    /// Nothing is known about programs that another build left.
    private static func isFresh(_ arguments: Arguments) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        return arguments.has("--fresh") || environment["CI"] != nil || environment["ESSENTIAL_PROGRAMS"] != nil
    }

    private static func conclude(_ outcomes: [TestOutcome], json: Bool) throws -> Int32 {
        let broken = outcomes.filter { $0.status == .failed }.map(\.name)
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(outcomes), as: UTF8.self))
        } else {
            let failed = outcomes.map(\.failed).reduce(0, +)
            let passed = outcomes.map(\.tests).reduce(0, +) - failed
            if !broken.isEmpty { print("Failed: \(broken.joined(separator: " "))") }
            print("\(passed) passed, \(failed) failed")
        }
        return broken.isEmpty ? 0 : 1
    }
}
