import Foundation

extension APIDifference {
    /// For people: by package, each change with those who mention it.
    package var text: String {
        guard !entries.isEmpty else { return "No public symbol changed." }
        let packages = Dictionary(grouping: entries, by: \.package).sorted { $0.key < $1.key }
        return packages.map { folder, entries in
            let modules = Set(entries.map(\.change.symbol.module)).sorted().map { module in
                let names = importers[module, default: []]
                return "  \(module) is imported by \(names.isEmpty ? "nobody" : names.joined(separator: ", "))"
            }
            let lines = entries.map { entry in
                let users = entry.users.isEmpty ? "" : "\n    concerns \(entry.users.joined(separator: ", "))"
                return "  " + entry.change.text.replacing("\n", with: "\n  ") + users
            }
            return ([folder] + modules + lines).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// For programs.
    package var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let rows = entries.map { entry in
                Row(
                    package: entry.package, module: entry.change.symbol.module, path: entry.change.symbol.path,
                    change: entry.change.kind.rawValue, before: entry.change.before?.declaration,
                    after: entry.change.after?.declaration, users: entry.users,
                    importers: importers[entry.change.symbol.module] ?? [])
            }
            return String(decoding: try encoder.encode(rows), as: UTF8.self)
        }
    }
}

/// A change as JSON has it.
private struct Row: Encodable {
    let package: String
    let module: String
    let path: String
    let change: String
    let before: String?
    let after: String?
    let users: [String]
    let importers: [String]
}
