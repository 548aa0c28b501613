import ConsoleAPI
import Localization
import SQLStoreCopying

/// What `essentiald database copy` tells once it is done.
struct CopyReport: Sendable {
    private let copied: CopiedDatabase?
    private let isToFile: Bool
    private let folder: String

    init(_ copied: CopiedDatabase?, isToFile: Bool, folder: String) {
        (self.copied, self.isToFile, self.folder) = (copied, isToFile, folder)
    }

    private struct Copied: Encodable, Sendable {
        struct Table: Encodable, Sendable {
            let name: String
            let rows: Int
            let sha256: String
        }

        let rows: Int
        /// Those that were there, of a copy that was cut short.
        let keptRows: Int
        let tables: [Table]
        let leftOut: [String]
    }

    var output: CommandOutput {
        guard let copied else { return CommandOutput() }
        let json = Copied(
            rows: copied.rows, keptRows: copied.rowsKept,
            tables: copied.tables.map { .init(name: $0.name, rows: $0.rows, sha256: $0.digest) },
            leftOut: copied.leftOut)
        let columns = [
            Table.Column(LocalizedText(en: "table", es: "tabla")),
            Table.Column(LocalizedText(en: "rows", es: "filas"), alignment: .trailing),
        ]
        let cells = copied.tables.filter { $0.rows > 0 }.map { table in
            [StyledText(verbatim: table.name), StyledText(verbatim: "\(table.rows)")]
        }
        var text: [OutputBlock] = [
            .table(Table(columns: columns, rows: cells)),
            .line(
                LocalizedText(
                    en: "\(copied.rows) rows in \(copied.tables.count) tables are the same on both sides.",
                    es: "\(copied.rows) filas de \(copied.tables.count) tablas son iguales en ambos lados."), .success),
        ]
        if !copied.leftOut.isEmpty {
            let names = copied.leftOut.joined(separator: ", ")
            text.append(
                .line(
                    LocalizedText(
                        en: "Left out, since essentiald doesn't know them: \(names).",
                        es: "Sin copiar, porque essentiald no las conoce: \(names)."), .warning))
        }
        text.append(.line(next))
        return CommandOutput(json: json, text: text)
    }

    private var next: LocalizedText {
        isToFile
            ? LocalizedText(
                en: "Take database.url out of the configuration, and start the server. What is on PostgreSQL stays "
                    + "as it is.",
                es: "Quita database.url de la configuración y arranca el servidor. Lo que hay en PostgreSQL queda "
                    + "como está.")
            : LocalizedText(
                en: "Start the server with this database.url. \(folder)/essentiald.sqlite stays as it is: once the "
                    + "server runs, move it away, so that none starts on it by mistake. Key and pictures stay in the "
                    + "folder.",
                es: "Arranca el servidor con esta database.url. \(folder)/essentiald.sqlite queda como está: cuando el "
                    + "servidor funcione, apártalo para que ninguno arranque con él por error. La clave y las imágenes "
                    + "siguen en la carpeta.")
    }
}
