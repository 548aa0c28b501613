import RepoKit

enum GraphCommand: Command {
    static let name = "graph"
    static let summary = "draw who depends on whom"
    static let usage = """
        usage: repo graph [--targets] [--format text|json|dot|mermaid] [--root FOLDER]

        Prints the packages in their layers, or with --targets the targets in
        their packages, each with what it depends on.

          repo graph --format dot | dot -Tsvg > graph.svg
        """
    static let options: Set = ["--format"]
    static let flags: Set = ["--targets"]

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let formats = Diagram.Format.allCases.map(\.rawValue).joined(separator: ", ")
        guard let format = Diagram.Format(rawValue: arguments.value("--format") ?? "text") else {
            throw UsageError("--format is one of \(formats).")
        }
        let graph = try PackageGraph(try await Repository(root: arguments.root).packages)
        let diagram = arguments.has("--targets") ? Diagram(targetsOf: graph) : Diagram(packagesOf: graph)
        print(try diagram.render(as: format), terminator: "")
        return 0
    }
}
