package import Foundation

/// How many lines of each package and of each file are covered.
///
/// What counts is the sources of all targets but tests, the programs that they
/// start from `Tests/`, and `*Testing`: who measures the doubles measures the
/// tests.
package struct CoverageTable: Sendable {
    /// The lines of a package, of a file, or of all.
    package struct Row: Equatable, Sendable {
        package let name: String
        package fileprivate(set) var lines = 0
        package fileprivate(set) var covered = 0

        /// Rounded down: 89.96 is not 90.
        package var percent: String {
            let thousandths = lines == 0 ? 1000 : covered * 1000 / lines
            return "\(thousandths / 10).\(thousandths % 10)"
        }
    }

    /// What the total may not be under, in per cent of lines.
    package static let minimum = 90

    /// By the name of the package, without those that have no line.
    package let rows: [Row]
    /// By the path from the root, without those that have no line.
    package let files: [Row]
    /// The sources that count, as `llvm-cov` names them.
    package let sources: [String]

    /// Reads what `llvm-cov export -summary-only` writes.
    package init(export: Data, of packages: [PackageDescription], root: URL) throws {
        let folders = packages.flatMap { package in
            package.targets.filter { !$0.isForTests }.map { target in
                (root.appending(path: package.folder + "/" + target.folder).path + "/", package.name)
            }
        }
        var rows: [String: Row] = [:]
        var files: [Row] = []
        var sources: [String] = []
        for file in try JSONDecoder().decode(Export.self, from: export).data.flatMap(\.files) {
            guard let (_, name) = folders.first(where: { file.filename.hasPrefix($0.0) }) else { continue }
            let lines = file.summary.lines
            sources.append(file.filename)
            rows[name, default: Row(name: name)].lines += lines.count
            rows[name, default: Row(name: name)].covered += lines.covered
            let path = String(file.filename.dropFirst(root.path.count + 1))
            files.append(Row(name: path, lines: lines.count, covered: lines.covered))
        }
        self.rows = rows.values.filter { $0.lines > 0 }.sorted { $0.name < $1.name }
        self.files = files.filter { $0.lines > 0 }.sorted { $0.name < $1.name }
        self.sources = sources.sorted()
    }

    package var total: Row {
        rows.reduce(into: Row(name: "Total")) { total, row in
            total.lines += row.lines
            total.covered += row.covered
        }
    }

    /// The files of which no test reaches a line.
    package var unreached: [String] { files.filter { $0.covered == 0 }.map(\.name) }

    /// Whether the total reaches the minimum.
    package var isEnough: Bool { total.covered * 100 >= total.lines * Self.minimum }

    private struct Export: Decodable {
        struct Unit: Decodable { let files: [File] }
        struct File: Decodable {
            struct Summary: Decodable { let lines: Lines }
            struct Lines: Decodable {
                let count: Int
                let covered: Int
            }
            let filename: String
            let summary: Summary
        }
        let data: [Unit]
    }
}

extension CoverageTable: CustomStringConvertible {
    package var description: String { Self.text("Package", rows + [total]) }

    /// Each file.
    package var fileTable: String { Self.text("File", files) }

    private static func text(_ title: String, _ rows: [Row]) -> String {
        let cells =
            [[title, "Lines", "Covered", "%"]]
            + rows.map { row in [row.name, String(row.lines), String(row.covered), row.percent] }
        let widths = (0..<4).map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + space : space + cell.0
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
