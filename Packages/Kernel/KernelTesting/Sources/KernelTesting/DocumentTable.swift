import FoundationEssentials

/// A table of a document of the repository, by which tests compare what a program
/// has.
public struct DocumentTable: Sendable {
    /// The cells of each row below the heads.
    public let rows: [[String]]

    /// Reads the first table below a heading; there are no rows if there is none.
    ///
    /// - Parameters:
    ///   - heading: The heading, without its signs.
    ///   - path: The document, from the root of the repository.
    ///   - file: A source of the repository.
    public init(below heading: String, of path: String, near file: String = #filePath) throws {
        var root = URL(filePath: file)
        while root.path() != "/", !FileManager.default.fileExists(atPath: root.appending(path: path).path()) {
            root.deleteLastPathComponent()
        }
        let text = String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let section = lines.drop { $0.drop { $0 == "#" } != " " + heading }.dropFirst().prefix { !$0.hasPrefix("#") }
        rows = section.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { String($0).trimming }
        }
    }

    /// What is between backticks in the cells of a column.
    public func names(in column: Int) -> [String] {
        rows.flatMap { row -> [String] in
            guard row.indices.contains(column) else { return [] }
            let parts = row[column].split(separator: "`", omittingEmptySubsequences: false)
            return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
        }
    }
}

extension String {
    fileprivate var trimming: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
