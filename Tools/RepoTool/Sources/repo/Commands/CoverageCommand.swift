import Foundation
import RepoKit

enum CoverageCommand: Command {
    static let name = "coverage"
    static let summary = "which lines the suites reach"
    static let usage = """
        usage: repo coverage [PACKAGE…] [--files] [--root FOLDER]

        Builds all packages as one with counters, runs the suites of the named ones
        (without a name: all), and prints how many of their lines were reached. Tests
        and *Testing targets don't count. Names the files that no test reaches; with
        --files, says it of each file. Fails when the total is under \(CoverageTable.minimum) %.

        The pages are in \(CoverageRun.folder)/html.
        """
    static let flags: Set<String> = ["--files"]

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let repository = try await Repository(root: arguments.root)
        let all = repository.packages.map(\.name)
        let names = try PackageChoice(arguments.words.isEmpty ? all : arguments.words, among: repository.packages).names
        let result = try await CoverageRun(repository).run(names) { outcome in
            print(outcome)
            fflush(nil)
        }
        if arguments.has("--files") { print("\n\(result.table.fileTable)") }
        print("\n\(result.table)\n")
        for file in result.table.unreached { print("No test reaches \(file).") }
        if result.unreadable > 0 {
            print("\(result.unreadable) processes were killed, or left no profile that can be read.")
        }
        print("Pages: \(CoverageRun.pages)")
        if !result.failed.isEmpty { print("Failed: \(result.failed.joined(separator: " "))") }
        if !result.table.isEnough {
            print("The total is under \(CoverageTable.minimum) %. The pages show which lines no test reaches.")
        }
        return result.failed.isEmpty && result.table.isEnough ? 0 : 1
    }
}
