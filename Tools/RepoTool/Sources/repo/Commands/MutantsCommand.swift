import Foundation
import RepoKit

enum MutantsCommand: Command {
    static let name = "mutants"
    static let summary = "make small mistakes in a package, and see whether its tests notice"
    static let usage = """
        usage: repo mutants PACKAGE [--count N] [--seed S]

        In a copy below .build/mutants, one mistake at a time: an operator or a truth
        that is the other one, a number that is one more, a call that is left out. Each
        is built and tested by the package's own tests; what no test notices is named.
        Doubles, targets of the fuzzer and descriptions of routes are left alone, and so are
        figures of which one more is as good: random bytes, sizes, limits, pauses.

        --count   how many that compile; 20 if left out
        --seed    which; the same seed chooses the same

        Fails when the tests notice less than 95 %.

        Example: repo mutants Login --count 40 --seed 7
        """
    static let options: Set<String> = ["--count", "--seed"]
    static let flags: Set<String> = []

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let repository = try await Repository(root: arguments.root)
        let names = try PackageChoice(arguments.words, among: repository.packages).names
        guard names.count == 1, let package = repository.packages.first(where: { names.contains($0.name) }) else {
            throw UsageError("Name one package.")
        }
        guard let count = Int(arguments.value("--count") ?? "20"), count > 0,
            let seed = UInt64(arguments.value("--seed") ?? "1")
        else { throw UsageError("--count and --seed take whole numbers.") }
        let verdicts = try await MutantRun(repository, of: package).run(count: count, seed: seed) { mutation, verdict in
            print("\(verdict.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0))  \(mutation)")
            fflush(nil)
        }
        let survivors = verdicts.values.count { $0 == .survived }, noticed = verdicts.values.count { $0 == .noticed }
        guard noticed + survivors > 0 else { throw UsageError("There is nothing in \(package.name) to change.") }
        let share = Double(noticed) / Double(noticed + survivors)
        print("\(noticed) of \(noticed + survivors) noticed (\(Int(share * 100)) %), seed \(seed)")
        return share < MutantRun.goal ? 1 : 0
    }
}
