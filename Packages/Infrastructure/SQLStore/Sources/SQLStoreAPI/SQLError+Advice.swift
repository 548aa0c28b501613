public import Localization

extension SQLError {
    /// What a person can do about it; nil where only a programmer can.
    public var advice: LocalizedText? {
        switch code {
        case .diskFull:
            LocalizedText(
                en: "The disk is full. Free some space and try again; nothing that was confirmed is lost.",
                es: "El disco está lleno. Libera espacio e inténtalo de nuevo; no se ha perdido nada confirmado.")
        case .readOnly, .permission:
            LocalizedText(
                en: "The database or its folder cannot be written. Check owner, mode and mount options.",
                es: "No se puede escribir en la base de datos o su carpeta. Revisa propietario, permisos y montaje.")
        case .busy:
            LocalizedText(
                en: "Another program is using the database. Close it, or try again in a moment.",
                es: "Otro programa está usando la base de datos. Ciérralo o inténtalo de nuevo en un momento.")
        case .timedOut:
            LocalizedText(
                en: "The database's server ended a statement: it took longer than statement_timeout allows there, or "
                    + "somebody ended it. What it belongs to wasn't done, and nothing was changed. Look what keeps the "
                    + "database busy, or allow more: ALTER ROLE … SET statement_timeout = 0. Then try again.",
                es: "El servidor de la base de datos interrumpió una sentencia: tardó más de lo que permite allí "
                    + "statement_timeout, o alguien la interrumpió. No se hizo aquello a lo que pertenece, y no se "
                    + "cambió nada. Mira qué ocupa la base de datos, o permite más: ALTER ROLE … SET statement_timeout "
                    + "= 0. Después inténtalo de nuevo.")
        case .unavailable:
            LocalizedText(
                en: "The database can't be reached. Nothing was changed. Check that it runs and that its address is "
                    + "right; as soon as it answers, the server goes on by itself.",
                es: "No se puede llegar a la base de datos. No se ha cambiado nada. Comprueba que está en marcha y que "
                    + "su dirección es correcta; en cuanto responda, el servidor sigue por sí solo.")
        case .outcomeUnknown:
            LocalizedText(
                en: "The connection to the database was lost just as a change was being confirmed: it was made as a "
                    + "whole, or not at all. Look which before you make it again.",
                es: "La conexión con la base de datos se perdió justo al confirmar un cambio: se ha hecho entero o no "
                    + "se ha hecho. Comprueba cuál de las dos cosas antes de repetirlo.")
        case .inputOutput:
            LocalizedText(
                en:
                    "The disk can't be read or written. Nothing that was confirmed is lost by that. Look after the disk "
                    + "(dmesg), then try again; nothing has to be restored unless that fails for good.",
                es: "No se puede leer o escribir en el disco. No se pierde por eso nada confirmado. Revisa el disco "
                    + "(dmesg) e inténtalo de nuevo; no hay que restaurar nada mientras no falle siempre.")
        case .cannotOpen:
            LocalizedText(
                en:
                    "The database file can't be opened. Check that it is where it was, that nothing stands in its place, "
                    + "and how many files may be open (ulimit -n).",
                es:
                    "No se puede abrir el archivo de la base de datos. Comprueba que sigue en su sitio, que no hay otra "
                    + "cosa en su lugar y cuántos archivos pueden abrirse (ulimit -n).")
        case .damaged:
            LocalizedText(
                en: "The database is damaged. Restore a backup in its place; keep the damaged file until that is done.",
                es: "La base de datos está dañada. Restaura una copia en su lugar; conserva el archivo dañado hasta "
                    + "entonces.")
        case .migrationUnknown:
            LocalizedText(
                en: "A newer version wrote this database. Use that version, or restore a backup from before it.",
                es: "Una versión más nueva escribió esta base de datos. Usa esa versión o restaura una copia anterior.")
        case .migrationChanged, .migrationFailed:
            LocalizedText(
                en: "The database was left as it was. Go back to the previous version and report this message.",
                es: "La base de datos quedó como estaba. Vuelve a la versión anterior e informa de este mensaje.")
        case .unfinishedCopy:
            LocalizedText(
                en: "The database is half a copy of another one. Nothing was changed. Copy it again with `essentiald "
                    + "database copy`, which goes on where it was cut short; until then the other one is whole.",
                es: "La base de datos es la mitad de una copia de otra. No se cambió nada. Vuelve a copiarla con "
                    + "`essentiald database copy`, que sigue donde se interrumpió; mientras tanto, la otra está "
                    + "completa.")
        case .outOfMemory:
            LocalizedText(
                en: "There is not enough memory. Close other programs and try again.",
                es: "No hay memoria suficiente. Cierra otros programas e inténtalo de nuevo.")
        default: nil
        }
    }
}
