import ConsoleAPI
import Localization

/// Lays out a table's cells in columns, two spaces apart.
struct TableLayout {
    private static let gap = 2

    let table: Table
    let language: Language
    let width: Int?

    func lines() -> [StyledLine] {
        guard !table.columns.isEmpty else { return [] }
        let titles = table.columns.map { StyledLine(StyledText($0.title, .strong), in: language) }
        let rows = [titles] + table.rows.map(cells)
        let widths = fitted(rows)
        return rows.map { row in line(of: row, widths: widths) }
    }

    private func cells(of row: [StyledText]) -> [StyledLine] {
        table.columns.indices.map { index in
            index < row.count ? StyledLine(row[index], in: language) : StyledLine()
        }
    }

    /// The columns' widths: what they need, then less until the table fits; a
    /// column without a width is left out.
    private func fitted(_ rows: [[StyledLine]]) -> [Int?] {
        var widths: [Int?] = table.columns.indices.map { index in
            // Nobody misses a column that says nothing.
            let isEmpty = table.columns[index].isOptional && rows.dropFirst().allSatisfy { $0[index].width == 0 }
            return isEmpty ? nil : rows.map { $0[index].width }.max() ?? 0
        }
        guard let width else { return widths }
        let least = table.columns.indices.map { index in
            min(widths[index] ?? 0, table.columns[index].minimumWidth ?? .max)
        }
        if Self.total(widths) > width {
            for index in table.columns.indices where table.columns[index].isIdentifier { widths[index] = least[index] }
        }
        for index in table.columns.indices.reversed() where table.columns[index].isOptional {
            let narrowest = widths.indices.map { widths[$0] == nil ? nil : least[$0] }
            if Self.total(narrowest) > width { widths[index] = nil }
        }
        var surplus = Self.total(widths) - width
        while surplus > 0 {
            // Who can spare most gives first.
            let spare = widths.indices.map { (widths[$0] ?? least[$0]) - least[$0] }
            guard let most = spare.indices.max(by: { spare[$0] < spare[$1] }), spare[most] > 0 else { break }
            widths[most] = widths[most].map { $0 - 1 }
            surplus -= 1
        }
        return widths
    }

    private static func total(_ widths: [Int?]) -> Int {
        let shown = widths.compactMap(\.self)
        return shown.reduce(0, +) + gap * (shown.count - 1)
    }

    private func line(of cells: [StyledLine], widths: [Int?]) -> StyledLine {
        var line = StyledLine()
        let last = widths.lastIndex { $0 != nil }
        for (index, cell) in cells.enumerated() {
            guard let width = widths[index] else { continue }
            let column = table.columns[index]
            let cut = cell.cut(to: width, ellipsis: column.isIdentifier ? "" : "…")
            let padding = String(repeating: " ", count: max(0, width - cut.width))
            if !line.parts.isEmpty { line.append(String(repeating: " ", count: Self.gap)) }
            switch column.alignment {
            case .leading:
                line.append(cut)
                if index != last { line.append(padding) }
            case .trailing:
                line.append(padding)
                line.append(cut)
            }
        }
        return line
    }
}
