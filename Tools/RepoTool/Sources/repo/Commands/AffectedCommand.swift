import Foundation
import RepoKit

enum AffectedCommand: Command {
    static let name = "affected"
    static let summary = "name the packages that a change can break, and why"
    static let usage = """
        usage: repo affected --base REF [--json | --format matrix]

        Compares the working folder with the commit where it left REF: what was
        committed since, what is staged, what isn't, and new files. A package is
        affected if one of its targets is built from a changed file, or from a target
        that is. Composer and RepoTool are checked with every change.

        --json            also the changed files and the targets
        --format matrix   a line for the output of a job: matrix={"package":["Login",…]}

        Example: repo affected --base origin/main
        """
    static let options: Set<String> = ["--base", "--format"]
    static let flags: Set<String> = ["--json"]

    static func run(_ arguments: Arguments) async throws -> Int32 {
        guard let base = arguments.value("--base") else { throw UsageError("Name the state to compare with: --base.") }
        let format = arguments.value("--format")
        guard format == nil || format == "matrix" else { throw UsageError("The only format is matrix.") }
        let affected = try await AffectedPackages(since: base, in: try await Repository(root: arguments.root))
        if format != nil {
            print("matrix=" + (try encode(["package": affected.packages.map(\.package)])))
        } else if arguments.has("--json") {
            print(try encode(affected, .prettyPrinted))
        } else {
            for entry in affected.packages { print("\(entry.package): \(entry.reason)") }
        }
        return 0
    }

    private static func encode(_ value: some Encodable, _ style: JSONEncoder.OutputFormatting = []) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, style]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
