import ConsoleAPI
import FoundationEssentials
import Localization
import SecureStorageAPI

/// What the commands of authenticators say.
enum AuthenticatorCommandTexts {
    static let idArgument = LocalizedText(
        en: "Its number in `essential vault authenticators`, or the beginning of its identifier",
        es: "Su número en `essential vault authenticators`, o el principio de su identificador")
    static let listSummary = LocalizedText(
        en: "Show the authenticators that open the vault", es: "Muestra los autenticadores que abren la caja fuerte")
    static let listDiscussion = LocalizedText(
        en: """
            They open it in essential app, beside the pass phrase, and are set up there. A terminal can't ask one, so \
            it asks for the pass phrase.
            """,
        es: """
            La abren en essential app, junto a la frase de paso, y se configuran ahí. Una terminal no puede preguntar a \
            ninguno, así que pide la frase de paso.
            """)
    static let listExample = LocalizedText(en: "what opens it, and since when", es: "qué la abre y desde cuándo")
    static let removeSummary = LocalizedText(
        en: "Have an authenticator open the vault no more", es: "Hace que un autenticador ya no abra la caja fuerte")
    static let removeDiscussion = LocalizedText(
        en: """
            No pass phrase is needed. Where somebody has the authenticator and may have a copy of the vault, replace \
            its key as well, with vault rotate: that makes all authenticators void, and each is set up anew.
            """,
        es: """
            No hace falta la frase de paso. Si alguien tiene el autenticador y puede tener una copia de la caja fuerte, \
            cambia también su clave con vault rotate: eso anula todos los autenticadores y cada uno se configura de \
            nuevo.
            """)
    static let removeExample = LocalizedText(en: "the first of the list", es: "el primero de la lista")
    static let removeQuestion = LocalizedText(
        en: "Have it open the vault no more?", es: "¿Hacer que ya no abra la caja fuerte?")
    static let removed = LocalizedText(
        en: "It opens the vault no more.", es: "Ya no abre la caja fuerte.")
    static let none = LocalizedText(
        en: "No authenticator opens the vault. Set one up in: essential app",
        es: "Ningún autenticador abre la caja fuerte. Configura uno en: essential app")

    static let columns = [
        Table.Column(LocalizedText(en: "Name", es: "Nombre")),
        Table.Column(LocalizedText(en: "Set up", es: "Configurado")),
        Table.Column(LocalizedText(en: "Opens the vault", es: "Abre la caja fuerte")),
        Table.Column.identifiers(LocalizedText(verbatim: "ID")),
    ]

    static func row(_ authenticator: VaultAuthenticator) -> [StyledText] {
        [
            StyledText(verbatim: authenticator.name), StyledText(.moment(authenticator.madeAt)),
            authenticator.isVoid
                ? StyledText(LocalizedText(en: "no: set it up anew", es: "no: configúralo de nuevo"), .warning)
                : StyledText(LocalizedText(en: "yes", es: "sí")),
            StyledText(verbatim: authenticator.id.uuidString.lowercased(), .faint),
        ]
    }
}
