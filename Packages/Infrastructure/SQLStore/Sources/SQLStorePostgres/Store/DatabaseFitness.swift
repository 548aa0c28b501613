package import Localization
package import Presenting
import SQLStoreAPI
import SQLStoreCore

/// Sees whether a database is fit to be used.
struct DatabaseFitness {
    let connection: Connection
    /// Whether it may be used with tables, or without.
    let mayUse: (_ hasTables: Bool) -> Bool

    /// - Throws: ``UnfitDatabase``, or `SQLError`: `unfinishedCopy` for half a copy of another one.
    func check() throws {
        try checkEngine()
        if try has(CopyRecord.table) { throw CopyRecord.unfinished }
        let hasTables = try has("schema_migrations")
        guard mayUse(hasTables) else { throw hasTables ? UnfitDatabase.inUse : UnfitDatabase.empty }
    }

    /// Looks at what keeps the database, and not at what is in it.
    ///
    /// - Throws: ``UnfitDatabase``, or `SQLError`.
    func checkEngine() throws {
        guard connection.serverVersion >= 150_000 else {
            throw UnfitDatabase.old(connection.status("server_version") ?? "")
        }
        // Texts are compared by their bytes, as everywhere else.
        let result = try connection.script(
            "SELECT CASE datlocprovider WHEN 'i' THEN 'ICU' ELSE datcollate END FROM pg_database "
                + "WHERE datname = current_database()")
        let encoding = connection.status("server_encoding") ?? "", collation = result.text ?? ""
        guard encoding == "UTF8", ["C", "POSIX", "C.UTF-8", "C.utf8"].contains(collation) else {
            throw UnfitDatabase.encoded(encoding, collation)
        }
    }

    private func has(_ table: String) throws -> Bool {
        try connection.script("SELECT to_regclass('\(table)')").text != nil
    }
}

/// A database that can't be used, and how to make one that can.
package enum UnfitDatabase: PresentableError, Equatable {
    /// The server is of this version.
    case old(String)
    /// Texts have this encoding, and are compared in this way.
    case encoded(String, String)
    /// It has no tables, though there is something that belongs to some.
    case empty
    /// It has tables, and what belongs to them isn't here.
    case inUse
    /// Another server uses it at this moment.
    case served

    package var code: String { "unfit_database" }
    package var nature: FailureNature { .refused }

    package var text: LocalizedText {
        switch self {
        case .old(let version):
            LocalizedText(
                en: "The database is served by PostgreSQL \(version); 15 or newer is needed. Nothing was changed.",
                es:
                    "La base de datos la sirve PostgreSQL \(version); hace falta la 15 o una más nueva. No se cambió nada."
            )
        case .encoded(let encoding, let collation):
            LocalizedText(
                en: "The database keeps texts as \(encoding) and compares them as \(collation); UTF8 and C are needed. "
                    + "Nothing was changed. Make another one: createdb --template=template0 --encoding=UTF8 --locale=C NAME.",
                es:
                    "La base de datos guarda los textos como \(encoding) y los compara como \(collation); hacen falta UTF8 "
                    + "y C. No se cambió nada. Crea otra: createdb --template=template0 --encoding=UTF8 --locale=C NOMBRE."
            )
        case .empty:
            LocalizedText(
                en:
                    "The database is empty, but the data folder is that of a server that had one. Nothing was changed. Name "
                    + "that database by database.url, or restore it; `essentiald database copy` brings what is in a file of "
                    + "the folder. For a new server name another folder with --data.",
                es:
                    "La base de datos está vacía, pero la carpeta de datos es de un servidor que tenía una. No se cambió "
                    + "nada. Indica aquella con database.url, o restáurala; `essentiald database copy` trae lo que hay en un "
                    + "archivo de la carpeta. Para un servidor nuevo, elige otra carpeta con --data."
            )
        case .inUse:
            LocalizedText(
                en:
                    "The database is that of another server, whose key isn't in the data folder: with another key nobody "
                    + "could log in. Nothing was changed. Copy server.key of that server into the folder, or name another "
                    + "database.",
                es:
                    "La base de datos es de otro servidor, cuya clave no está en la carpeta de datos: con otra clave nadie "
                    + "podría entrar. No se cambió nada. Copia server.key de ese servidor a la carpeta, o indica otra base "
                    + "de datos.")
        case .served:
            LocalizedText(
                en:
                    "Another server uses the database; several at a time aren't supported yet. Nothing was changed. Stop that "
                    + "one, or name another database by database.url.",
                es:
                    "Otro servidor usa la base de datos; todavía no pueden usarla varios a la vez. No se cambió nada. Detén "
                    + "aquel, o indica otra base de datos con database.url.")
        }
    }
}
