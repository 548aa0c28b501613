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

    /// The columns' widths: what they need, then the widest that may shrink are
    /// cut until the table fits.
    private func fitted(_ rows: [[StyledLine]]) -> [Int] {
        var widths = table.columns.indices.map { index in rows.map { $0[index].width }.max() ?? 0 }
        guard let width else { return widths }
        var surplus = widths.reduce(0, +) + Self.gap * (widths.count - 1) - width
        while surplus > 0 {
            let candidates = widths.indices.filter { index in
                table.columns[index].minimumWidth.map { widths[index] > $0 } ?? false
            }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            surplus -= 1
        }
        return widths
    }

    private func line(of cells: [StyledLine], widths: [Int]) -> StyledLine {
        var line = StyledLine()
        for (index, cell) in cells.enumerated() {
            let cut = cell.cut(to: widths[index])
            let padding = String(repeating: " ", count: max(0, widths[index] - cut.width))
            let isLast = index == cells.count - 1
            if index > 0 { line.append(String(repeating: " ", count: Self.gap)) }
            switch table.columns[index].alignment {
            case .leading:
                line.append(cut)
                if !isLast { line.append(padding) }
            case .trailing:
                line.append(padding)
                line.append(cut)
            }
        }
        return line
    }
}
