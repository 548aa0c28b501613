import Foundation

/// How the committed surfaces differ from those of another commit, and whom
/// that concerns.
package struct APIDifference: Sendable {
    /// A change, with those who have to look at it.
    package struct Entry: Sendable {
        /// The folder of the package.
        package let package: String
        package let change: APIChange
        /// The targets that import the module and mention the name, sorted.
        package let users: [String]
    }

    /// By package, then by symbol.
    package let entries: [Entry]
    /// By module, the targets that import it, sorted; for modules that changed.
    package let importers: [String: [String]]

    /// - Parameter base: A commit, a branch or a tag.
    /// - Throws: ``SubprocessError`` when git doesn't know it.
    package init(of repository: Repository, since base: String) async throws {
        let old = try await Self.files(of: repository, at: base)
        let folders = Set(old.keys).union(repository.packages.map(\.folder)).sorted()
        let changes = folders.map { folder in
            let path = repository.root.appending(path: folder + "/" + APIFile.name)
            let now = APIFile(text: (try? String(contentsOf: path, encoding: .utf8)) ?? "")
            return (folder, now, now.changes(since: old[folder] ?? APIFile([])))
        }
        let modules = Set(changes.flatMap(\.2).map(\.symbol.module))
        let readers = try Self.readers(of: modules, in: repository)
        entries = changes.flatMap { folder, now, changes in
            changes.map { change in
                let names = change.concerns(in: now)
                let users = readers.filter { target in
                    target.imports.contains(change.symbol.module) && !target.words.isDisjoint(with: names)
                }
                return Entry(package: folder, change: change, users: users.map(\.name))
            }
        }
        importers = Dictionary(
            uniqueKeysWithValues: modules.map { module in
                (module, readers.filter { $0.imports.contains(module) }.map(\.name))
            })
    }

    /// The surfaces at another commit, by the package's folder.
    private static func files(of repository: Repository, at base: String) async throws -> [String: APIFile] {
        let git = ["git", "-C", repository.root.path]
        let list = try await Subprocess.output(of: git + ["ls-tree", "-r", "--name-only", base])
        let paths = String(decoding: list, as: UTF8.self).split(separator: "\n").filter {
            $0.hasSuffix("/" + APIFile.name)
        }
        var files: [String: APIFile] = [:]
        for path in paths {
            let text = try await Subprocess.output(of: git + ["show", "\(base):./\(path)"])
            files[String(path.dropLast(APIFile.name.count + 1))] = APIFile(text: String(decoding: text, as: UTF8.self))
        }
        return files
    }

    /// A target that imports a module that changed.
    private struct Reader {
        let name: String
        let imports: Set<String>
        let words: Set<String>
    }

    private static func readers(of modules: Set<String>, in repository: Repository) throws -> [Reader] {
        guard !modules.isEmpty else { return [] }
        return try PackageGraph(repository.packages).targets.sorted { $0.key < $1.key }.compactMap { name, node in
            let sources = try repository.sources(in: node.folder)
                .map { (Set($0.imports.map(\.module)).intersection(modules), $0) }.filter { !$0.0.isEmpty }
            guard !sources.isEmpty else { return nil }
            return Reader(
                name: name, imports: sources.reduce(into: []) { $0.formUnion($1.0) },
                words: sources.reduce(into: []) { words, source in
                    for line in source.1.lines { words.formUnion(line.words) }
                })
        }
    }
}

extension APIChange {
    /// The names that somebody mentions whom the change concerns.
    fileprivate func concerns(in surface: APIFile) -> Set<String> {
        let parts = symbol.path.split(separator: ".").map(String.init)
        let owner = parts.dropLast().last
        let name = String(parts.last?.prefix { $0 != "(" } ?? "")
        // Who conforms to a protocol or switches over an enum has to follow.
        let joinsProtocol = surface.symbols.contains { other in
            other.module == symbol.module && other.path == parts.dropLast().joined(separator: ".")
                && other.declaration.hasPrefix("protocol ")
        }
        if kind == .added, let owner { return symbol.declaration.hasPrefix("case ") || joinsProtocol ? [owner] : [] }
        if kind == .added { return [] }
        let isNamed = !["init", "subscript"].contains(name) && name.first.map { $0.isLetter || $0 == "_" } == true
        return Set([isNamed ? name : owner ?? name] + (joinsProtocol ? [owner ?? name] : []))
    }
}

extension String {
    /// What could be identifiers.
    fileprivate var words: [String] {
        split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    }
}
