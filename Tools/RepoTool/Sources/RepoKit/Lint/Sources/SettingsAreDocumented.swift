import Foundation

struct SettingsAreDocumented: Rule {
    let name = "settings"
    let statement = "A setting of what the server installs has its line in `docs/configuration.md`."

    private static let document = "docs/configuration.md"

    func findings(in codebase: Codebase) -> [Finding] {
        let file = codebase.root.appending(path: Self.document)
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let installed = Self.installed(in: codebase)
        return codebase.modules.filter { installed.contains($0.name) }.flatMap(\.sources).flatMap { source in
            Self.keys(in: source).filter { !text.contains("| `\($0.key)` |") }.map { key, line in
                Finding(
                    name, file: source.path, line: line, message: "\(Self.document) doesn't say what \(key) is for.",
                    remedy: "`make configuration` writes it.")
            }
        }
    }

    /// The modules that the server's wirings import, and those wirings; a wiring
    /// of a feature counts once another source calls it.
    private static func installed(in codebase: Codebase) -> Set<String> {
        let wirings = codebase.modules.filter { $0.role == .wiring }
        return wirings.reduce(into: []) { names, wiring in
            names.insert(wiring.name)
            for source in wiring.sources where isCalled(source, in: wiring) {
                names.formUnion(source.imports.map(\.module))
            }
        }
    }

    private static func isCalled(_ source: SourceFile, in wiring: Codebase.Module) -> Bool {
        let type = source.path.split(separator: "/").last?.replacing(".swift", with: "") ?? ""
        guard type.hasSuffix("Wiring"), type != wiring.name else { return true }
        return wiring.sources.contains { other in
            other.path != source.path && other.code.contains { $0.contains(type + ".") }
        }
    }

    /// The names of the keys that a source makes.
    private static func keys(in source: SourceFile) -> [(key: String, line: Int)] {
        guard source.code.contains(where: { $0.contains("ConfigurationKey") }) else { return [] }
        let tokens = SwiftToken.tokens(of: source.lines.joined(separator: "\n"))
        return tokens.indices.dropLast(2).compactMap { index in
            guard tokens[index].kind == .word("ConfigurationKey"), tokens[index + 1].kind == .sign("("),
                case .text(let key) = tokens[index + 2].kind
            else { return nil }
            return (key, tokens[index + 2].line)
        }
    }
}
