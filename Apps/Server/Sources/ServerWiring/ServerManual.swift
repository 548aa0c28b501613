import ConsoleAPI
import Localization

/// What the manual page of the server says beyond its commands.
enum ServerManual {
    /// Where it keeps what.
    static let files = [
        entry(
            "~/.local/share/essentiald/",
            en:
                "The data, unless server.data or --data names another folder: essentiald.sqlite with what belongs to it, "
                + "server.key, images/ and outbox/. Back all of it up together: without server.key nobody can log in.",
            es:
                "Los datos, salvo que server.data o --data nombren otra carpeta: essentiald.sqlite con lo suyo, server.key, "
                + "images/ y outbox/. Cópialo todo junto: sin server.key nadie puede iniciar sesión."),
        entry(
            "/etc/essentiald/essentiald.json5",
            en:
                "The configuration that the service of the packages reads. Elsewhere there is none unless --config names it.",
            es:
                "La configuración que lee el servicio de los paquetes. En otro caso no hay ninguna si --config no la nombra."
        ),
        entry(
            "/var/lib/essentiald/", en: "The data of the service of the packages.",
            es: "Los datos del servicio de los paquetes."),
    ]

    /// What it does when it gets which signal.
    static let signals = [
        entry(
            "SIGTERM, SIGINT",
            en: "Let requests in progress end, within server.shutdown_deadline, and stop.",
            es: "Deja terminar las peticiones en curso, dentro de server.shutdown_deadline, y se detiene."),
        entry(
            "SIGHUP",
            en:
                "Read certificates, mail templates and the log level anew, without dropping a connection. Where a terminal "
                + "was closed, stop.",
            es: "Lee de nuevo los certificados, las plantillas de correo y el nivel del registro, sin cortar ninguna "
                + "conexión. Si se cerró la terminal, se detiene."),
    ]

    private static func entry(_ name: String, en: String, es: String) -> ProgramDescription.Entry {
        ProgramDescription.Entry(name, LocalizedText(en: en, es: es))
    }
}
