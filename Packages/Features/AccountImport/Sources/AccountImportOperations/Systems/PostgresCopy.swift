import FoundationEssentials

/// The rows of tables in a plain dump of PostgreSQL: `COPY schema.table (columns) FROM stdin;`, a line for each
/// row, and `\.` (PostgreSQL 15, COPY, "Text Format").
enum PostgresCopy {
    /// The longest line of a table that is wanted.
    static let lineLimit = 1 << 20

    /// Why a dump can't be read, with the number of the line, from 1.
    enum Problem: Error {
        /// It ends within a table, a row has other columns than the table, or bytes are no text.
        case malformed(line: Int)
        /// A line is too long.
        case lineTooLong(line: Int)
    }

    /// Reads the rows of some tables, whichever order they come in.
    ///
    /// - Parameter columns: Which columns of which table; the others aren't looked at.
    /// - Returns: The rows of each table that is there, as values by column; what is NULL isn't among them.
    static func rows(
        in data: Data, of columns: [String: Set<String>]
    ) throws(Problem) -> [String: [[String: String]]] {
        var tables: [String: [[String: String]]] = [:], rest = data[...], number = 0
        while let line = next(&rest, &number) {
            guard line.starts(with: "COPY ".utf8) else { continue }
            // One that is cut off isn't a table that is missing.
            guard let header = header(line) else { throw .malformed(line: number) }
            let wanted = columns[header.table]
            var rows = tables[header.table] ?? [], isEnded = false
            while let row = next(&rest, &number) {
                isEnded = row.elementsEqual("\\.".utf8)
                if isEnded { break }
                // What people of another table wrote is no header, whatever it looks like.
                guard let wanted else { continue }
                guard row.count <= lineLimit else { throw .lineTooLong(line: number) }
                guard let values = values(row, header.columns, wanted) else { throw .malformed(line: number) }
                rows.append(values)
            }
            guard isEnded else { throw .malformed(line: number) }
            if wanted != nil { tables[header.table] = rows }
        }
        return tables
    }

    private static func next(_ rest: inout Data.SubSequence, _ number: inout Int) -> Data.SubSequence? {
        guard !rest.isEmpty else { return nil }
        number += 1
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        var line = rest[..<end]
        rest = rest[(end < rest.endIndex ? end + 1 : end)...]
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        return line
    }

    private static func header(_ line: Data.SubSequence) -> (table: String, columns: [String])? {
        guard line.starts(with: "COPY ".utf8), line.count <= lineLimit,
            let text = String(validating: line, as: UTF8.self), text.hasSuffix(") FROM stdin;"),
            let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
        else { return nil }
        let table = text[..<open].dropFirst(5).filter { $0 != " " && $0 != "\"" }
        let columns = text[text.index(after: open)..<close].split(separator: ",").map { column in
            String(column.filter { $0 != " " && $0 != "\"" })
        }
        return (table, columns)
    }

    private static func values(
        _ row: Data.SubSequence, _ columns: [String], _ wanted: Set<String>
    ) -> [String: String]? {
        let parts = row.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        guard parts.count == columns.count else { return nil }
        var values: [String: String] = [:]
        for (column, part) in zip(columns, parts) where wanted.contains(column) && !part.elementsEqual("\\N".utf8) {
            guard let text = String(validating: unescaped(part), as: UTF8.self) else { return nil }
            values[column] = text
        }
        return values
    }

    private static func unescaped(_ part: Data.SubSequence) -> [UInt8] {
        guard part.contains(UInt8(ascii: "\\")) else { return Array(part) }
        var bytes: [UInt8] = [], isEscaped = false
        for byte in part {
            guard isEscaped || byte != UInt8(ascii: "\\") else {
                isEscaped = true
                continue
            }
            bytes.append(isEscaped ? escapes[byte] ?? byte : byte)
            isEscaped = false
        }
        return bytes
    }

    /// pg_dump writes no others: octal and hexadecimal ones are for who writes by hand.
    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13,
        UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
    ]
}
