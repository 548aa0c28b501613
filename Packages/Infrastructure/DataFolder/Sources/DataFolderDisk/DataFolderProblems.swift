import Glibc
package import Localization
package import Presenting

/// Somebody else may have put something into the folder, or can.
package struct UnsafeDataFolder: PresentableError, Hashable {
    package var code: String { "data_folder" }
    package var nature: FailureNature { .input }

    enum Reason: Hashable, Sendable {
        case kind(mode_t)
        case owner(uid_t)
        case writable
        /// Others may read what is in it, which isn't a server's.
        case foreign
    }

    let path: String
    let reason: Reason

    package var text: LocalizedText {
        switch reason {
        case .kind(let kind):
            let isFolder = kind == S_IFDIR
            return LocalizedText(
                en:
                    "\(path) isn't \(isFolder ? "a folder" : "a plain file"), so the server doesn't use it. Nothing was "
                    + "changed. See what it is, and put in its place what was backed up.",
                es:
                    "\(path) no es \(isFolder ? "una carpeta" : "un archivo normal"), así que el servidor no lo usa. No "
                    + "se cambió nada. Mira qué es y pon en su lugar lo que se copió.")
        case .owner(let owner):
            return LocalizedText(
                en:
                    "\(path) belongs to another user (\(owner)), so the server doesn't use it. Nothing was changed. Run "
                    + "the server as that user, or make the folder and all in it this user's: chown -R.",
                es:
                    "\(path) es de otro usuario (\(owner)), así que el servidor no lo usa. No se cambió nada. Ejecuta el "
                    + "servidor como ese usuario, o haz tuya la carpeta con todo lo que hay en ella: chown -R.")
        case .foreign:
            return LocalizedText(
                en:
                    "\(path) holds other things than a server's, and others may read them, so the server doesn't make it "
                    + "its own. Nothing was changed. Choose a new or an empty folder with --data.",
                es:
                    "\(path) contiene otras cosas que las de un servidor, y otros pueden leerlas, así que el servidor no "
                    + "la hace suya. No se cambió nada. Elige una carpeta nueva o vacía con --data.")
        case .writable:
            return LocalizedText(
                en:
                    "Others may write to \(path), so the server doesn't use it. Nothing was changed. Make sure that all "
                    + "in it is yours, and take that away: chmod -R go-rwx.",
                es:
                    "Otros pueden escribir en \(path), así que el servidor no lo usa. No se cambió nada. Asegúrate de que "
                    + "todo lo que hay es tuyo y quita el permiso: chmod -R go-rwx.")
        }
    }
}

/// A part of a server is there, and its database isn't.
package struct IncompleteDataFolder: PresentableError, Hashable {
    package var code: String { "data_folder" }
    package var nature: FailureNature { .input }

    let database: String
    let found: [String]

    package var text: LocalizedText {
        LocalizedText(
            en:
                "There is no database \(database), but beside it there is \(found.joined(separator: ", ")) of a server. "
                + "Nothing was changed. Restore the database from a backup, or choose another folder with --data. To "
                + "begin anew, without the accounts, move what is left away.",
            es:
                "No hay base de datos \(database), pero a su lado hay \(found.joined(separator: ", ")) de un servidor. No "
                + "se cambió nada. Restaura la base de datos de una copia o elige otra carpeta con --data. Para empezar "
                + "de nuevo, sin las cuentas, aparta lo que queda.")
    }
}

/// The database is there, and the key without which nobody can log in isn't.
package struct MissingServerKey: PresentableError, Hashable {
    package var code: String { "data_folder" }
    package var nature: FailureNature { .input }

    let path: String

    package var text: LocalizedText {
        LocalizedText(
            en:
                "\(DataFolderPlugin.keyName) is missing, restore it: without \(path), which belongs to the database "
                + "beside it, nobody can log in. Nothing was changed. It is in the backup that the database is in. To "
                + "begin anew, without the accounts, move what is left away.",
            es:
                "Falta \(DataFolderPlugin.keyName), restáuralo: sin \(path), que va con la base de datos que tiene al "
                + "lado, nadie puede entrar. No se cambió nada. Está en la copia donde está la base de datos. Para "
                + "empezar de nuevo, sin las cuentas, aparta lo que queda.")
    }
}

/// A restore began to fill the folder, and didn't end.
package struct UnfinishedRestore: PresentableError, Hashable {
    package var code: String { "restore_unfinished" }
    package var nature: FailureNature { .input }

    let folder: String
    /// What the restore leaves when it is cut short.
    let restore: String

    package var text: LocalizedText {
        LocalizedText(
            en:
                "A restore into \(folder) is in progress or was cut short: \(restore) is there. What there is so far isn't "
                + "used, and nothing was changed. Let it end, or begin it again: essentiald backup restore --into "
                + "\(folder).",
            es:
                "Una restauración en \(folder) está en curso o se interrumpió: existe \(restore). Lo que hay hasta ahora "
                + "no se usa, y no se cambió nada. Deja que termine o empiézala de nuevo: essentiald backup restore "
                + "--into \(folder).")
    }
}
