import Foundation
import RepoKit

enum APICommand: Command {
    static let name = "api"
    static let summary = "write or check what the packages show to each other (API.txt)"
    static let usage = """
        usage: repo api [PACKAGE…] [--check] [--build FOLDER] [--root FOLDER]
               repo api diff BASE [--json] [--root FOLDER]

        Reads the public symbols of all modules in the debug build at FOLDER
        (.build/debug-tests), refuses those that should not be public or have no
        documentation, and writes API.txt in each package. With --check it writes
        nothing, and says what API.txt doesn't show. With names of packages it looks
        at those alone, and a build of those is enough.

        `diff` compares the files with those of another commit: what was added (+),
        removed (-) and changed (~), and which targets mention it.
        """
    static let options: Set = ["--build"]
    static let flags: Set = ["--check", "--json"]

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let repository = try await Repository(root: arguments.root)
        guard arguments.words.first == "diff" else { return try await surface(of: repository, arguments) }
        guard arguments.words.count == 2 else { throw UsageError("`repo api diff` takes one commit.") }
        return try await difference(in: repository, since: arguments.words[1], asJSON: arguments.has("--json"))
    }

    private static func surface(of repository: Repository, _ arguments: Arguments) async throws -> Int32 {
        let build = arguments.value("--build").map { URL(filePath: $0) }
        let names = Set(arguments.words)
        if let unknown = names.subtracting(repository.packages.map(\.name)).min() {
            throw UsageError("There is no package \(unknown).")
        }
        let surface = try await PublicSurface(
            of: repository.packages.filter { names.isEmpty || names.contains($0.name) }, among: repository.packages,
            root: repository.root,
            build: build ?? arguments.root.appending(path: ".build/debug-tests"))
        var findings = surface.findings
        if arguments.has("--check") {
            findings += surface.outdated
        } else {
            for path in try surface.write() { print("wrote \(path)") }
        }
        for finding in findings { print(finding) }
        return findings.contains { $0.severity == .error } ? 1 : 0
    }

    private static func difference(in repository: Repository, since base: String, asJSON: Bool) async throws -> Int32 {
        let difference = try await APIDifference(of: repository, since: base)
        print(try asJSON ? difference.json : difference.text)
        return 0
    }
}
