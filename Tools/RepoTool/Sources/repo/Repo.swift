import Foundation
import RepoKit

/// Answers questions about the monorepo, and writes what is derived from it.
@main
struct Repo {
    private static let usage = """
        usage: repo umbrella [ROOT]

          umbrella   write ROOT/Package.swift, a manifest with the targets of all
                     packages, so that one `swift test` runs every suite

        """

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.first == "umbrella", arguments.count <= 2 else {
            let isHelp = ["--help", "-h", "help"].contains(arguments.first)
            FileHandle(fileDescriptor: isHelp ? 1 : 2).write(Data(usage.utf8))
            exit(isHelp ? 0 : 2)
        }
        do {
            let root = URL(filePath: arguments.dropFirst().first ?? FileManager.default.currentDirectoryPath)
            let repository = try await Repository(root: root)
            let manifest = root.appending(path: "Package.swift")
            let text = try UmbrellaManifest(repository.packages).render()
            // An unchanged file keeps its time, and so the build its plan.
            if (try? String(contentsOf: manifest, encoding: .utf8)) != text {
                try text.write(to: manifest, atomically: true, encoding: .utf8)
            }
            print("\(repository.packages.count) packages, \(repository.packages.flatMap(\.targets).count) targets")
        } catch {
            FileHandle(fileDescriptor: 2).write(Data("repo: \(error)\n".utf8))
            exit(1)
        }
    }
}
