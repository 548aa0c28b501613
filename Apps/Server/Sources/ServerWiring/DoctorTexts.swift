import ConsoleAPI
import Localization
import PluginKit

/// What `doctor` says of itself; of what it finds those speak who own it.
enum DoctorTexts {
    static let summary = LocalizedText(
        en: "Find what is wrong with a server, running or not, and what mends it",
        es: "Encuentra qué va mal en un servidor, en marcha o no, y cómo se remedia")
    static let discussion = LocalizedText(
        en: """
            It looks at configuration, files, clock, mail, TLS, database, disk, address and backups, and changes nothing. \
            Each finding comes with the command that mends it. The exit status is 1 if something is wrong; what may be \
            meant to be so is a notice, and doesn't count. Run it as the server's user.
            """,
        es: """
            Mira configuración, archivos, reloj, correo, TLS, base de datos, disco, dirección y copias, y no cambia nada. \
            Cada hallazgo trae la orden que lo remedia. El estado de salida es 1 si algo va mal; lo que puede ser a \
            propósito es un aviso y no cuenta. Ejecútalo como el usuario del servidor.
            """)
    static let example = LocalizedText(en: "beside a running server", es: "junto a un servidor en marcha")

    static let sound = LocalizedText(
        en: "Nothing is wrong with the server that can be seen from here.",
        es: "Nada va mal en el servidor que se pueda ver desde aquí.")

    static func count(_ faults: Int) -> LocalizedText {
        LocalizedText(
            en: "To be mended: \(faults). Nothing was changed; call this again afterwards.",
            es: "Por remediar: \(faults). No se cambió nada; repite esta orden después.")
    }

    static func late(_ plugin: String, _ limit: Duration) -> Finding {
        let seconds = Int(limit / .seconds(1))
        return Finding(
            "examination_late",
            LocalizedText(
                en:
                    "What \(plugin) works with couldn't be examined within \(seconds) s: a disk, or a server that it asks, hangs "
                    + "or is very slow.",
                es:
                    "No se pudo examinar en \(seconds) s aquello con lo que trabaja \(plugin): un disco, o un servidor al que "
                    + "pregunta, no responde o va muy lento."),
            remedy: "dmesg --level=err,warn | tail")
    }

    /// Nobody has served from the folder; it may be another one that was meant.
    static func noServerYet(_ failure: CommandFailure) -> Finding {
        Finding(failure.code, .notice, failure.message, remedy: "essentiald serve")
    }

    static let rowsElsewhere = Finding(
        "rows_not_examined", .notice,
        LocalizedText(
            en:
                "What is in the database on PostgreSQL wasn't looked at, only whether it can be used: letters that wait, the "
                + "server's clock and pictures without files aren't known.",
            es:
                "No se miró el contenido de la base de datos en PostgreSQL, solo si se puede usar: no se sabe de cartas que "
                + "esperan, del reloj del servidor ni de imágenes sin archivos."),
        remedy: "essentiald mail list")
}
