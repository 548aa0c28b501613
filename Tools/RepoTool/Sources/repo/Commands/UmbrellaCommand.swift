import RepoKit

enum UmbrellaCommand: Command {
    static let name = "umbrella"
    static let summary = "write the manifest with the targets of all packages"
    static let usage = """
        usage: repo umbrella [--root FOLDER]

        Writes FOLDER/Package.swift, so that one build holds every suite. An
        unchanged file is left alone.
        """

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let repository = try await Repository(root: arguments.root)
        try UmbrellaManifest(repository.packages).write(to: arguments.root)
        print("\(repository.packages.count) packages, \(repository.packages.flatMap(\.targets).count) targets")
        return 0
    }
}
