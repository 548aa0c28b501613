import RepoKit

enum WhyCommand: Command {
    static let name = "why"
    static let summary = "show the path by which one package or target depends on another"
    static let usage = """
        usage: repo why FROM TO [--root FOLDER]

        Prints the shortest way from FROM to TO, each step with the line of the
        manifest that declares it, or says that there is none. A package's name
        stands for all of its targets; what ships comes before tests.

          repo why essential CryptographyOpenSSL
        """

    static func run(_ arguments: Arguments) async throws -> Int32 {
        guard arguments.words.count == 2 else { throw UsageError("It takes two names.") }
        let repository = try await Repository(root: arguments.root)
        do {
            let path = try DependencyPath(
                from: arguments.words[0], to: arguments.words[1], in: PackageGraph(repository.packages))
            let manifests = try repository.packages.map { ($0.folder, try ManifestText(of: $0, root: repository.root)) }
            print(path.render(manifests: Dictionary(uniqueKeysWithValues: manifests)), terminator: "")
        } catch let error as DependencyPath.UnknownName {
            throw UsageError(error.description)
        }
        return 0
    }
}
