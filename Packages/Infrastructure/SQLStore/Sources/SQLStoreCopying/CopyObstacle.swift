package import Localization
package import Presenting

/// Why a database can't be copied, or isn't.
package enum CopyObstacle: PresentableError, Hashable {
    /// There is nothing of a server to copy.
    case noTables
    /// Where the copy is to be, there is something already: these tables, for example.
    case occupied([String])
    /// A value of this table can't be kept there, for this reason; among which of its rows, from 1.
    case unfit(table: String, rows: ClosedRange<Int>, reason: String)
    /// This table has other columns there.
    case columns(table: String)
    /// What was copied reads differently in this table.
    case different(table: String)

    package var code: String {
        switch self {
        case .noTables: "copy_nothing"
        case .occupied: "copy_occupied"
        case .unfit: "copy_unfit"
        case .columns, .different: "copy_different"
        }
    }

    package var nature: FailureNature { .refused }

    package var text: LocalizedText {
        switch self {
        case .noTables:
            LocalizedText(
                en: "The database that is to be copied has no tables of a server. Nothing was changed. See that "
                    + "--data and database.url name the right ones.",
                es: "La base de datos que se va a copiar no tiene tablas de un servidor. No se cambió nada. "
                    + "Comprueba que --data y database.url indican las correctas.")
        case .occupied(let tables):
            Self.occupied(by: tables)
        case .unfit(let table, let rows, let reason):
            LocalizedText(
                en: "The table \(table) has something that can't be kept in the other database, in its rows "
                    + "\(rows.lowerBound) to \(rows.upperBound) in the order of its key: \(reason). The database "
                    + "that is copied stays as it is. Mend that row, and copy again: what was copied so far stays, "
                    + "and no server starts on it.",
                es: "La tabla \(table) tiene algo que no cabe en la otra base de datos, en sus filas "
                    + "\(rows.lowerBound) a \(rows.upperBound) por orden de su clave: \(reason). La base de datos "
                    + "que se copia queda como está. Corrige esa fila y vuelve a copiar: lo copiado hasta ahora se "
                    + "queda, y ningún servidor arranca con ello.")
        case .columns(let table):
            LocalizedText(
                en: "The table \(table) has other columns than this version of essentiald makes, so it can't be "
                    + "copied. The database that is copied stays as it is. Somebody changed the table: restore a "
                    + "backup.",
                es: "La tabla \(table) tiene otras columnas que las que crea esta versión de essentiald, así que no "
                    + "se puede copiar. La base de datos que se copia queda como está. Alguien cambió la tabla: "
                    + "restaura una copia de seguridad.")
        case .different(let table):
            LocalizedText(
                en: "What was copied of the table \(table) isn't the same as before, and was taken away again. The "
                    + "database that was copied stays as it is. Copy again; if that ends in the same way, report it.",
                es: "Lo copiado de la tabla \(table) no es igual que antes, y se ha quitado de nuevo. La base de "
                    + "datos que se copió queda como está. Vuelve a copiar; si termina igual, comunícalo.")
        }
    }

    private static func occupied(by tables: [String]) -> LocalizedText {
        let names = tables.prefix(3).joined(separator: ", ") + (tables.count > 3 ? ", …" : "")
        return LocalizedText(
            en: "The database that is to take the copy isn't empty: it has \(names). Nothing was changed. Name an "
                + "empty one. After a copy that was complete there is nothing left to do: start the server.",
            es: "La base de datos que recibe la copia no está vacía: tiene \(names). No se cambió nada. Indica una "
                + "vacía. Tras una copia completa no queda nada por hacer: arranca el servidor.")
    }
}
