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
        case .cannotOpen, .inputOutput:
            LocalizedText(
                en: "The database file cannot be used. Check that the path exists and that the disk is healthy.",
                es:
                    "No se puede usar el archivo de la base de datos. Comprueba que la ruta existe y el disco está sano."
            )
        case .damaged:
            LocalizedText(
                en: "The database is damaged. Restore a backup in its place; keep the damaged file until that is done.",
                es:
                    "La base de datos está dañada. Restaura una copia en su lugar; conserva el archivo dañado hasta entonces."
            )
        case .migrationUnknown:
            LocalizedText(
                en: "A newer version wrote this database. Use that version, or restore a backup from before it.",
                es: "Una versión más nueva escribió esta base de datos. Usa esa versión o restaura una copia anterior.")
        case .migrationChanged, .migrationFailed:
            LocalizedText(
                en: "The database was left as it was. Go back to the previous version and report this message.",
                es: "La base de datos quedó como estaba. Vuelve a la versión anterior e informa de este mensaje.")
        case .outOfMemory:
            LocalizedText(
                en: "There is not enough memory. Close other programs and try again.",
                es: "No hay memoria suficiente. Cierra otros programas e inténtalo de nuevo.")
        default: nil
        }
    }
}
