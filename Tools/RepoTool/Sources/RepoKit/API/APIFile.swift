/// The committed public surface of a package, `API.txt`: a line for each symbol
/// of each of its libraries, sorted.
package struct APIFile: Hashable, Sendable {
    package static let name = "API.txt"

    package let symbols: Set<PublicSymbol>

    package init(_ symbols: Set<PublicSymbol>) { self.symbols = symbols }

    /// Reads what ``render(package:)`` wrote.
    package init(text: String) {
        symbols = Set(text.split(separator: "\n").compactMap { PublicSymbol(line: $0) })
    }

    /// The text of the file.
    package func render(package name: String) -> String {
        let head = """
            # What \(name) shows to others: module, path, declaration. Written by `make api`.

            """
        return head + symbols.sorted().map { $0.line + "\n" }.joined()
    }

    /// What was added, removed and changed since another state, sorted.
    package func changes(since old: APIFile) -> [APIChange] {
        struct Key: Hashable {
            let module: String
            let path: String
        }
        let removed = Dictionary(grouping: old.symbols.subtracting(symbols)) { Key(module: $0.module, path: $0.path) }
        let added = Dictionary(grouping: symbols.subtracting(old.symbols)) { Key(module: $0.module, path: $0.path) }
        return Set(removed.keys).union(added.keys).flatMap { key -> [APIChange] in
            let before = removed[key, default: []].sorted(), after = added[key, default: []].sorted()
            // Of several with one path, those in the same place belong together.
            return (0..<max(before.count, after.count)).compactMap { index in
                let old = index < before.count ? before[index] : nil, new = index < after.count ? after[index] : nil
                return APIChange(from: old, to: new)
            }
        }.sorted { ($0.symbol, $0.kind.rawValue) < ($1.symbol, $1.kind.rawValue) }
    }
}

/// One line that is different in two states of a surface.
package struct APIChange: Hashable, Sendable {
    package enum Kind: String, Sendable { case added, removed, changed }

    package let before: PublicSymbol?
    package let after: PublicSymbol?
    /// The symbol as it is now, or as it was if it is gone.
    package let symbol: PublicSymbol

    /// - Returns: `nil` when there is nothing before and nothing after.
    package init?(from before: PublicSymbol?, to after: PublicSymbol?) {
        guard let symbol = after ?? before else { return nil }
        self.before = before
        self.after = after
        self.symbol = symbol
    }

    package var kind: Kind { before == nil ? .added : after == nil ? .removed : .changed }

    /// The change on one line or two, with `+`, `-` or `~` before it.
    package var text: String {
        switch kind {
        case .added: "+ \(symbol.line)"
        case .removed: "- \(symbol.line)"
        case .changed: "~ \(symbol.line)\n    was \(before?.declaration ?? "")"
        }
    }
}
