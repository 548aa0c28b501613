import ConsoleAPI
import Localization
import OfflineQueueAPI
import Presenting

/// What the commands of the queue say.
enum QueueTexts {
    static let group = CommandGroup(LocalizedText(en: "Without a connection", es: "Sin conexión"))
    static let listSummary = LocalizedText(en: "Show what waits for a connection", es: "Muestra lo que espera conexión")
    static let listDiscussion = LocalizedText(
        en: "Everything that waits is sealed in the vault. A login waits 15 minutes, a code ten, a registration a day.",
        es:
            "Todo lo que espera está sellado en la caja fuerte. Un inicio de sesión espera 15 minutos; un código, diez; un registro, un día."
    )
    static let listExample = LocalizedText(en: "what is still to be sent", es: "lo que aún está por enviar")
    static let retrySummary = LocalizedText(en: "Send what waits now", es: "Envía ahora lo que espera")
    static let retryDiscussion = LocalizedText(
        en: "Other commands do it by themselves for what wasn't refused a moment ago.",
        es: "Las demás órdenes lo hacen solas con lo que no acabe de fallar.")
    static let retryExample = LocalizedText(en: "the connection is back", es: "ha vuelto la conexión")
    static let waitExample = LocalizedText(en: "as soon as it is back", es: "en cuanto vuelva")
    static let waitOption = LocalizedText(
        en: "Wait for the connection, until nothing waits any more", es: "Espera la conexión hasta que no quede nada")
    static let notifySummary = LocalizedText(
        en: "Be told when what waits is done", es: "Recibe un aviso cuando esté hecho lo que espera")
    static let notifyDiscussion = LocalizedText(
        en: "The next command after that says so. What goes wrong is told in any case.",
        es: "Lo dice la primera orden de después. Lo que sale mal se dice en todo caso.")
    static let notifyExample = LocalizedText(en: "everything that waits now", es: "todo lo que espera ahora")
    static let notified = LocalizedText(
        en: "You will be told with the first command after it is done.",
        es: "Te lo dirá la primera orden después de que esté hecho.")
    static let dropSummary = LocalizedText(en: "Remove something that waits", es: "Borra algo que espera")
    static let dropDiscussion = LocalizedText(
        en: "It is wiped from this device. The server may already have done it, if only its answer was lost.",
        es: "Se borra de este dispositivo. Si solo se perdió la respuesta, puede que el servidor ya lo haya hecho.")
    static let dropExample = LocalizedText(en: "with the number from the list", es: "con el número de la lista")
    static let allOption = LocalizedText(en: "Remove everything that waits", es: "Borra todo lo que espera")
    static let idArgument = LocalizedText(
        en: "The number from the list, the ID or its beginning", es: "El número de la lista, el ID o su comienzo")
    static let oneOrAll = LocalizedText(
        en: "Say which one to remove, by its number or ID, or --all.",
        es: "Di cuál borrar, por su número o ID, o --all.")
    static let notFound = LocalizedText(en: "Nothing with this ID waits.", es: "No espera nada con ese ID.")
    static let dropped = LocalizedText(en: "Removed.", es: "Borrado.")
    /// - Parameter line: The command.
    static func notifyHint(_ line: String) -> LocalizedText {
        LocalizedText(en: "To be told when it is done: \(line)", es: "Para que te avise cuando esté hecho: \(line)")
    }
    static let nothingWaits = LocalizedText(en: "Nothing waits any more.", es: "Ya no espera nada.")

    static let idColumn = LocalizedText(verbatim: "ID")
    static let kindColumn = LocalizedText(en: "What", es: "Qué")
    static let subjectColumn = LocalizedText(en: "For", es: "Para")
    static let untilColumn = LocalizedText(en: "Tries end", es: "Fin de intentos")
    static let attemptsColumn = LocalizedText(en: "Failures", es: "Fallos")
    static let problemColumn = LocalizedText(en: "Last problem", es: "Último problema")

    static let steps = [
        NextStepPlace(
            .seeQueue,
            LocalizedText(en: "See what waits with: essential queue", es: "Mira lo que espera con: essential queue")),
        NextStepPlace(
            .sendQueue,
            LocalizedText(en: "Send it with: essential queue retry", es: "Envíalo con: essential queue retry")),
        NextStepPlace(
            .dropQueue,
            LocalizedText(
                en: "Remove it with: essential queue drop --all", es: "Bórralo con: essential queue drop --all")),
    ]
}
