import ConsoleAPI
import CoreModels
import Localization
import Presenting

/// What the commands of second factors say.
enum FactorsTexts {
    static let listSummary = LocalizedText(
        en: "Show what else is asked for when you log in", es: "Muestra qué más se pide al iniciar sesión")
    static let listDiscussion = LocalizedText(
        en: "A second factor is a code of an authenticator, a program on your telephone. Recovery codes replace it.",
        es: "Un segundo factor es un código de un autenticador, un programa del teléfono. Lo sustituyen los códigos de "
            + "recuperación.")
    static let listExample = LocalizedText(en: "whether it is on", es: "si está activado")
    static let howToAdd = LocalizedText(
        en: "To turn it on: essential factors add", es: "Para activarlo: essential factors add")

    static let setUp = NextStepPlace(
        NextStep("set_up_factor"),
        LocalizedText(en: "Set one up with: essential factors add", es: "Configura uno con: essential factors add"))

    static let addSummary = LocalizedText(en: "Turn the second factor on", es: "Activa el segundo factor")
    static let addDiscussion = LocalizedText(
        en:
            "Shows a QR code and the secret for your authenticator, and asks for a code that it shows. Then come ten recovery "
            + "codes, which are shown this once.",
        es:
            "Muestra un código QR y el secreto para tu autenticador, y pide un código que este muestre. Después vienen diez "
            + "códigos de recuperación, que solo se muestran entonces.")
    static let addExample = LocalizedText(en: "with the telephone in your hand", es: "con el teléfono en la mano")
    static let confirmLater = LocalizedText(
        en: "When your authenticator knows it: essential factors confirm CODE",
        es: "Cuando tu autenticador lo conozca: essential factors confirm CÓDIGO")

    static func typed(_ address: Secret) -> LocalizedText {
        LocalizedText(verbatim: address.withText { $0 ?? "" })
    }

    static let confirmSummary = LocalizedText(
        en: "Finish turning it on, with a code", es: "Termina de activarlo con un código")
    static let confirmExample = LocalizedText(en: "after factors add", es: "después de factors add")
    static let codeArgument = LocalizedText(
        en: "The six digits that your authenticator shows", es: "Las seis cifras que muestra tu autenticador")

    static let codesSummary = LocalizedText(
        en: "Make new recovery codes", es: "Crea códigos de recuperación nuevos")
    static let codesDiscussion = LocalizedText(
        en: "Those of before are worth nothing then. You are asked first, unless you say --yes.",
        es: "Los de antes dejan de valer. Antes se te pregunta, salvo con --yes.")
    static let codesQuestion = LocalizedText(
        en: "Make ten new recovery codes? Those that you have are worth nothing then.",
        es: "¿Crear diez códigos de recuperación nuevos? Los que tienes dejarán de valer.")
    static let codesExample = LocalizedText(en: "when few are left", es: "cuando quedan pocos")

    static let removeSummary = LocalizedText(en: "Turn the second factor off", es: "Desactiva el segundo factor")
    static let removeDiscussion = LocalizedText(
        en: "Logging in takes no code then, and the recovery codes are worth nothing.",
        es: "Después no hace falta ningún código para iniciar sesión, y los de recuperación no valen.")
    static let removeExample = LocalizedText(
        en: "asks whether you mean it", es: "pregunta si lo dices en serio")
    static let removeQuestion = LocalizedText(
        en: "Turn the second factor off?", es: "¿Desactivar el segundo factor?")
    static let unchanged = LocalizedText(en: "Nothing was changed.", es: "No se cambió nada.")
    static let yesOption = LocalizedText(en: "Don't ask", es: "No preguntes")
    static let keepSummary = LocalizedText(
        en: "Keep a second factor that was said to be lost", es: "Conserva un segundo factor que se dio por perdido")
    static let keepExample = LocalizedText(en: "it wasn't you who said so", es: "no lo dijiste tú")
    static let howToKeep = LocalizedText(
        en: "Keep it with: essential factors keep", es: "Consérvalo con: essential factors keep")
}
