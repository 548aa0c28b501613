import SQLStoreAPI

/// The text of a statement as PostgreSQL reads it, with `$1` where the first
/// value belongs.
struct StatementText {
    let text: String

    /// - Throws: `notAllowed` for what only the store may do, `statement` for an
    ///   empty text.
    init(_ form: SQLForm) throws(SQLError) {
        var text = "", count = 0
        unsafe form.withWords { words in
            var parts = unsafe SQLForm.Reader(words)
            while let part = parts.next() {
                if case .literal(let bytes) = part {
                    unsafe text += String(decoding: bytes, as: UTF8.self)
                } else {
                    count += 1
                    text += "$\(count)"
                }
            }
        }
        // An array takes its type from what it is compared with; a query has text.
        text = text.replacing("NOT IN \(SQL.emptyList)", with: "= ANY ('{}') IS NOT TRUE")
            .replacing("IN \(SQL.emptyList)", with: "= ANY ('{}')")
        self.text = text
        guard let word = Self.firstWord(of: text) else {
            throw SQLError(.statement, "there is no statement in the text", sql: text)
        }
        guard Self.allowed.contains(word) else {
            throw SQLError(.notAllowed, "\(word) is for the store alone", sql: text)
        }
    }

    /// What reads and changes tables.
    ///
    /// Transactions, locks, settings and
    /// notifications are the store's: a COMMIT in the middle of a write would tear
    /// it apart, and a setting would outlive it on the connection.
    private static let allowed: Set<String> = [
        "SELECT", "VALUES", "WITH", "INSERT", "UPDATE", "DELETE", "MERGE", "CREATE", "ALTER", "DROP", "EXPLAIN",
    ]

    /// The first word, in capitals, behind spaces, comments and parentheses.
    private static func firstWord(of text: String) -> String? {
        var rest = text[...]
        while let first = rest.first {
            if first.isWhitespace || first == "(" || first == ";" {
                rest.removeFirst()
            } else if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else {
                let word = rest.prefix { $0.isLetter }
                return word.isEmpty ? String(first) : word.uppercased()
            }
        }
        return nil
    }
}
