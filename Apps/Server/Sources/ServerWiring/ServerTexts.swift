import Localization
import SQLStoreAPI

/// What the commands of the server say.
enum ServerTexts {
    static let unusable = LocalizedText(
        en: "The call, a setting, a file, the folder or the port can't be used; nothing was touched.",
        es: "La llamada, un ajuste, un archivo, la carpeta o el puerto no sirven; no se tocó nada.")
    static let serveSummary = LocalizedText(en: "Run the server", es: "Ejecuta el servidor")
    static let serveDiscussion = LocalizedText(
        en: """
            Without any configuration the server listens on this machine only, keeps its data in a folder of yours, \
            writes mail to files and has every protection on. It stops on SIGTERM and SIGINT. The flags of the \
            configuration (essentiald config) can be given as well.
            """,
        es: """
            Sin configuración, el servidor solo escucha en esta máquina, guarda sus datos en una carpeta tuya, escribe \
            el correo en archivos y tiene todas las protecciones activas. Se detiene con SIGTERM y SIGINT. También \
            admite las opciones de la configuración (essentiald config).
            """)
    static let serveExample = LocalizedText(
        en: "with data and port of your choice", es: "con los datos y el puerto que quieras")
    static let configSummary = LocalizedText(
        en: "Show the configuration and where each value comes from",
        es: "Muestra la configuración y el origen de cada valor")
    static let configDiscussion = LocalizedText(
        en: """
            A key such as tokens.access_lifetime is set in the file given with --config, by the variable \
            ESSENTIAL_TOKENS_ACCESS_LIFETIME or by the flag --tokens.access-lifetime; the later wins. Whether a server \
            could start with it, essentiald config check says.
            """,
        es: """
            Una clave como tokens.access_lifetime se fija en el archivo de --config, con la variable \
            ESSENTIAL_TOKENS_ACCESS_LIFETIME o con la opción --tokens.access-lifetime; gana la última. Si un servidor \
            podría arrancar con ella lo dice essentiald config check.
            """)
    static let checkSummary = LocalizedText(
        en: "See whether a server could start with this configuration",
        es: "Comprueba si un servidor podría arrancar con esta configuración")
    static let checkDiscussion = LocalizedText(
        en: """
            It looks at all that the start looks at, also beside a server that runs, and makes and changes nothing. \
            Call it as the user that the server runs as: whose the files are is part of it. Exit status 1 if something \
            is wrong.
            """,
        es: """
            Mira todo lo que mira el arranque, también junto a un servidor en marcha, y no crea ni cambia nada. \
            Ejecútalo como el usuario del servidor: de quién son los archivos forma parte de ello. Código de salida 1 si \
            algo está mal.
            """)
    static let checkExample = LocalizedText(en: "before a restart", es: "antes de un reinicio")
    static let mayStart = LocalizedText(
        en: "Nothing keeps a server from starting with this configuration.",
        es: "Nada impide que un servidor arranque con esta configuración.")
    static let unchecked = LocalizedText(
        en: "Not checked:", es: "Sin comprobar:")
    static let plugins = LocalizedText(
        en: "What the plugins look at: they can't be put together as they are configured.",
        es: "Lo que miran los complementos: tal como están configurados no se pueden componer.")
    static let configExample = LocalizedText(en: "what is in force", es: "lo que está en vigor")
    static let keysSummary = LocalizedText(
        en: "Show all that can be configured", es: "Muestra todo lo que se puede configurar")
    static let keysExample = LocalizedText(en: "each key with what it is for", es: "cada clave y para qué sirve")
    static let markdownFlag = LocalizedText(
        en: "As tables in Markdown, with all that is to be said",
        es: "Como tablas en Markdown, con todo lo que hay que decir")
    static let configurationOptions = LocalizedText(
        en: "Any key of the configuration", es: "Cualquier clave de la configuración")
    static let keyColumn = LocalizedText(en: "Key", es: "Clave")
    static let valueColumn = LocalizedText(en: "Value", es: "Valor")
    static let noValue = LocalizedText(en: "none", es: "ninguno")
    static let defaultColumn = LocalizedText(en: "Default", es: "Por omisión")
    static let purposeColumn = LocalizedText(en: "For", es: "Para")
    static let sourceColumn = LocalizedText(en: "From", es: "Origen")

    static func listening(_ address: String) -> LocalizedText {
        LocalizedText(en: "essentiald listens on \(address)", es: "essentiald escucha en \(address)")
    }

    static func reached(_ address: String) -> LocalizedText {
        LocalizedText(en: "People reach it at \(address)", es: "Se llega a él en \(address)")
    }

    static func mailFolder(_ path: String, isForOthers: Bool) -> LocalizedText {
        let place = LocalizedText(en: "Mail is written to \(path).", es: "El correo se escribe en \(path).")
        guard isForOthers else { return place }
        return place
            + LocalizedText(
                en: "Nobody else gets it: set mail.transport to smtp.",
                es: "Nadie más lo recibe: pon mail.transport en smtp.")
    }

    static func startFailed(_ reason: String) -> LocalizedText {
        LocalizedText(en: "The server can't start: \(reason)", es: "El servidor no puede arrancar: \(reason)")
    }

    /// A database that can't be used.
    ///
    /// - Parameter path: Where its file is; nil if it is elsewhere.
    static func databaseFailed(_ error: SQLError, at path: String?) -> LocalizedText {
        if error.code == .migrationUnknown { return newer(error, at: path) }
        guard let path else {
            let text = elsewhereFailed(error.code) ?? error.advice ?? startFailed(error.description)
            return text + LocalizedText(en: "The reason: \(error.message).", es: "El motivo: \(error.message).")
        }
        let text = error.advice ?? startFailed(error.description)
        return text + database(path, isDamaged: error.code == .damaged)
    }

    /// A database with tables that the program doesn't know.
    private static func newer(_ error: SQLError, at path: String?) -> LocalizedText {
        let text =
            (error.advice ?? startFailed(error.description))
            + LocalizedText(
                en: "Where a plugin was taken out of the program on purpose, name it in plugins.removed. The reason: "
                    + "\(error.message).",
                es: "Si se quitó un complemento del programa a propósito, indícalo en plugins.removed. El motivo: "
                    + "\(error.message).")
        return path.map { text + database($0, isDamaged: false) } ?? text
    }

    /// What a database elsewhere means to who begins with it, other than to a server that runs and
    /// waits for it; nil for the same.
    private static func elsewhereFailed(_ code: SQLError.Code) -> LocalizedText? {
        switch code {
        case .unavailable:
            LocalizedText(
                en: "The database can't be reached. Nothing was changed. Check that its server runs, that database.url "
                    + "names it, and that it lets this user in; then try again.",
                es:
                    "No se puede llegar a la base de datos. No se cambió nada. Comprueba que su servidor está en marcha, "
                    + "que database.url lo indica y que deja entrar a este usuario; después inténtalo de nuevo.")
        case .cannotOpen:
            LocalizedText(
                en:
                    "The database can't be asked. Nothing was changed. Check that libpq is installed (libpq5 in Debian) "
                    + "and that this user may read the file that database.password_file names; then try again.",
                es: "No se puede preguntar a la base de datos. No se cambió nada. Comprueba que libpq está instalada "
                    + "(libpq5 en Debian) y que este usuario puede leer el archivo que indica database.password_file; "
                    + "después inténtalo de nuevo.")
        default: nil
        }
    }

    static func database(_ path: String, isDamaged: Bool) -> LocalizedText {
        isDamaged
            ? LocalizedText(
                en: "The file is \(path); it was left as it was found.",
                es: "El archivo es \(path); se dejó como estaba.")
            : LocalizedText(
                en: "The file is \(path); nothing that is in it was changed.",
                es: "El archivo es \(path); no se cambió nada de lo que contiene.")
    }

    /// - Parameter hasKeys: Whether somebody is there who can press them, and no journal reads along.
    static func dataFolder(_ path: String, hasKeys: Bool) -> LocalizedText {
        let place = LocalizedText(en: "Data in \(path).", es: "Datos en \(path).")
        return hasKeys ? place + LocalizedText(en: "Stop with Ctrl-C.", es: "Detenlo con Ctrl-C.") : place
    }
}
