import ConsoleAPI
import FoundationEssentials
import Localization
import PasskeysAPI
import PasskeysDialogue

/// What the commands of passkeys say.
enum PasskeysTexts {
    static let listSummary = LocalizedText(en: "Show your passkeys", es: "Muestra tus llaves de acceso")
    static let listDiscussion = LocalizedText(
        en: "They are made in a browser, on the page of your passkeys, and log in there without a password.",
        es: "Se crean en un navegador, en la página de tus llaves de acceso, e inician sesión allí sin contraseña.")
    static let howToMake = LocalizedText(
        en: "To make one, log in at the server's page in a browser, and open “Passkeys” in the menu of your account.",
        es:
            "Para crear una, inicia sesión en la página del servidor con un navegador y abre «Llaves de acceso» en el menú "
            + "de tu cuenta.")
    static let listExample = LocalizedText(en: "look which there are", es: "mira cuáles hay")
    static let renameSummary = LocalizedText(
        en: "Give a passkey another name", es: "Da otro nombre a una llave de acceso")
    static let renameExample = LocalizedText(en: "the first of the list", es: "la primera de la lista")
    static let removeSummary = LocalizedText(en: "Remove a passkey", es: "Quita una llave de acceso")
    static let removeDiscussion = LocalizedText(
        en:
            "Nobody comes in with it any more. The last way into your account stays. You are asked first, unless you say "
            + "--yes.",
        es: "Nadie entra ya con ella. La última forma de entrar en tu cuenta se queda. Antes se te pregunta, salvo con "
            + "--yes.")
    static let removeExample = LocalizedText(en: "the one that was lost", es: "la que se perdió")

    static func removeQuestion(_ name: String) -> LocalizedText {
        LocalizedText(en: "Remove the passkey “\(name)”?", es: "¿Quitar la llave de acceso «\(name)»?")
    }

    static let unchanged = LocalizedText(en: "Nothing was changed.", es: "No se cambió nada.")
    static let idArgument = LocalizedText(
        en: "The passkey, by its number in the list or the beginning of its identifier",
        es: "La llave, por su número en la lista o el principio de su identificador")
    static let nameArgument = LocalizedText(en: "The new name", es: "El nombre nuevo")
    static let yesOption = LocalizedText(en: "Don't ask", es: "No preguntes")

    static let columns = [
        Table.Column(LocalizedText(en: "Name", es: "Nombre"), minimumWidth: 8),
        Table.Column(LocalizedText(en: "Made", es: "Creada")),
        Table.Column(LocalizedText(en: "Last used", es: "Último uso")),
        Table.Column(LocalizedText(en: "Where", es: "Dónde"), isOptional: true),
        Table.Column.identifiers(LocalizedText(verbatim: "ID")),
    ]

    static func row(_ passkey: Passkey) -> [StyledText] {
        let used = passkey.usedAt.map(LocalizedText.moment) ?? PasskeyWords.neverUsed
        return [
            StyledText(verbatim: passkey.name), StyledText(.moment(passkey.madeAt)), StyledText(used),
            StyledText(PasskeyWords.kept(passkey.isBackedUp)),
            StyledText(verbatim: passkey.id.uuidString.lowercased(), .faint),
        ]
    }

    static func copied(_ name: String) -> LocalizedText {
        LocalizedText(
            en: "There may be a copy of \(name), so it lets nobody in. Remove it, and make a new one.",
            es: "Puede haber una copia de \(name), así que no deja entrar a nadie. Quítala y crea otra.")
    }
}
