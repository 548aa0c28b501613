import ConsoleAPI
import Localization
import SecurityMetricsAPI

/// What the commands about the server's audit trail say.
enum AuditTexts {
    static let summary = LocalizedText(
        en: "See whether the server's audit trail is the one that this device saw",
        es: "Comprueba que el registro de auditoría del servidor es el que vio este dispositivo")
    static let discussion = LocalizedText(
        en: """
            The server writes down what happens to accounts, and signs it. This device keeps the last signature that it \
            saw, and asks once an hour that the trail goes on from it: whoever rewrites it, or cuts the newest events \
            off, is found out. This asks at once. The status is 1 if something was found.
            """,
        es: """
            El servidor anota lo que ocurre con las cuentas y lo firma. Este dispositivo guarda la última firma que vio y \
            pide una vez por hora que el registro continúe desde ella: así se descubre a quien lo reescribe o corta los \
            últimos sucesos. Esto lo pide ahora. El estado es 1 si se encontró algo.
            """)
    static let example = LocalizedText(en: "ask now", es: "pregunta ahora")
    static let goesOn = LocalizedText(
        en: "The server's audit trail goes on from what this device saw.",
        es: "El registro de auditoría del servidor continúa desde lo que vio este dispositivo.")
    static let seen = LocalizedText(en: "What this device saw", es: "Lo que vio este dispositivo")
    static let shown = LocalizedText(en: "What the server showed then", es: "Lo que mostró después el servidor")
    static let events = LocalizedText(en: "Events", es: "Sucesos")
    static let root = LocalizedText(en: "Root", es: "Raíz")
    static let signed = LocalizedText(en: "Signed", es: "Firmada")
    static let key = LocalizedText(en: "Key", es: "Clave")
    static let confirmed = LocalizedText(en: "Confirmed", es: "Confirmado")
    static let found = LocalizedText(en: "Found", es: "Encontrado")

    static func mayExport(_ invocation: Invocation) -> LocalizedText {
        let line = invocation.line("essential audit export")
        return LocalizedText(
            en: "For somebody who can check it: \(line) FILE", es: "Para alguien que pueda comprobarlo: \(line) ARCHIVO"
        )
    }

    static func mayAccept(_ invocation: Invocation) -> LocalizedText {
        let line = invocation.line("essential audit accept")
        return LocalizedText(en: "Once you know why it is so: \(line)", es: "Cuando sepas a qué se debe: \(line)")
    }

    // MARK: Exporting

    static let exportSummary = LocalizedText(
        en: "Write into a file what this device saw of the server's audit trail",
        es: "Escribe en un archivo lo que vio este dispositivo del registro de auditoría")
    static let exportDiscussion = LocalizedText(
        en: """
            The signed heads, with what contradicts them if something was found. Somebody else checks them without this \
            device and without the server, with Tools/audit/verify.py of the server's sources. Nothing in it is \
            personal. A file that is there stays as it is.
            """,
        es: """
            Las cabezas firmadas, con lo que las contradice si se encontró algo. Otra persona las comprueba sin este \
            dispositivo y sin el servidor, con Tools/audit/verify.py de las fuentes del servidor. No contiene nada \
            personal. Un archivo que ya existe queda como está.
            """)
    static let exportExample = LocalizedText(en: "for somebody who can check it", es: "para quien pueda comprobarlo")
    static let fileArgument = LocalizedText(en: "A new file", es: "Un archivo nuevo")
    static let exported = LocalizedText(
        en: "Both heads were written. Whoever runs the server should not be the only one who gets them.",
        es: "Se escribieron ambas cabezas. Quien administra el servidor no debería ser el único que las reciba.")
    static let exportedHead = LocalizedText(
        en: "The head was written. Nothing contradicts it so far.",
        es: "Se escribió la cabeza. Hasta ahora nada la contradice.")
    static let nothingKept = CommandFailure(
        code: "no_audit_head",
        message: LocalizedText(
            en: "This device has seen no audit trail of this server yet. No file was written.",
            es: "Este dispositivo aún no ha visto ningún registro de auditoría de este servidor. No se escribió nada."),
        hint: LocalizedText(en: "essential audit asks for it.", es: "essential audit lo pide."))

    static func fileExists(_ path: String) -> CommandFailure {
        CommandFailure(
            code: "file_exists",
            message: LocalizedText(
                en: "\(path) is there already, and stays as it is. Nothing was written.",
                es: "\(path) ya existe y se queda como está. No se escribió nada."),
            hint: LocalizedText(en: "Name a new file.", es: "Indica un archivo nuevo."))
    }

    // MARK: Accepting

    static let acceptSummary = LocalizedText(
        en: "Take the server's other audit trail for the right one",
        es: "Da por bueno el otro registro de auditoría del servidor")
    static let acceptDiscussion = LocalizedText(
        en: """
            Once whoever runs the server has told you, and not by way of the server, why it is another one. What this \
            device saw before, and the evidence, are forgotten: export them first.
            """,
        es: """
            Cuando quien administra el servidor te haya dicho, y no a través del servidor, por qué es otro. Lo que vio \
            antes este dispositivo y las pruebas se olvidan: expórtalas primero.
            """)
    static let acceptExample = LocalizedText(
        en: "after the server was restored from a backup", es: "después de restaurar el servidor de una copia")
    static let acceptQuestion = LocalizedText(
        en: "Forget what this device saw, and go on from what the server shows?",
        es: "¿Olvidar lo que vio este dispositivo y continuar desde lo que muestra el servidor?")
    static let yesOption = LocalizedText(en: "Don't ask", es: "No preguntes")
    static let unchanged = LocalizedText(
        en: "Nothing was changed: the evidence is kept.", es: "No se cambió nada: las pruebas se conservan.")
    static let nothingFound = LocalizedText(
        en: "Nothing was found that would have to be accepted.", es: "No se encontró nada que haya que aceptar.")
    /// Of what was accepted: the other trail, or that a head wasn't signed, which shows no other one.
    static func accepted(_ contradiction: TrailContradiction) -> LocalizedText {
        contradiction == .forged
            ? LocalizedText(
                en: "The evidence is removed. The server's audit trail still has to go on from what this device saw.",
                es:
                    "Se quitaron las pruebas. El registro de auditoría del servidor aún tiene que continuar desde lo que "
                    + "vio este dispositivo.")
            : LocalizedText(
                en: "From now on the server's audit trail has to go on from the other one.",
                es: "Desde ahora el registro de auditoría del servidor tiene que continuar desde el otro.")
    }
}
