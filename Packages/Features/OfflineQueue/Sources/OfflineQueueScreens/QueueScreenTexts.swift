import Localization

/// What the screen of what waits says.
enum QueueScreenTexts {
    static let title = LocalizedText(en: "What waits for a connection", es: "Lo que espera conexión")
    static let way = LocalizedText(en: "Waiting", es: "En espera")
    static let see = LocalizedText(en: "See what waits", es: "Ver lo que espera")
    static let pictures = LocalizedText(en: "See the pictures", es: "Ver las imágenes")
    static let send = LocalizedText(en: "Send now", es: "Enviar ahora")
    static let remove = LocalizedText(en: "Remove", es: "Borrar")

    static func send(_ name: LocalizedText) -> LocalizedText {
        LocalizedText(en: "\(send.english): \(name.english)", es: "\(send.spanish): \(name.spanish)")
    }

    static func remove(_ name: LocalizedText) -> LocalizedText {
        LocalizedText(en: "\(remove.english): \(name.english)", es: "\(remove.spanish): \(name.spanish)")
    }

    static func sendAll(_ count: Int) -> LocalizedText {
        LocalizedText(en: "Send all \(count) now", es: "Enviar los \(count) ahora")
    }

    static let sealed = LocalizedText(
        en: "It is kept on this device, encrypted, and is sent once as soon as there is a connection.",
        es: "Se guarda cifrado en este dispositivo y se envía una sola vez en cuanto haya conexión.")
    static let lost = LocalizedText(
        en:
            "What you remove is wiped from this device. The server may already have done it, if only its answer was lost.",
        es:
            "Lo que borras desaparece de este dispositivo. Si solo se perdió la respuesta, puede que el servidor ya lo haya "
            + "hecho.")
    static let notFound = LocalizedText(
        en: "That doesn't wait any more: it was sent, or removed.", es: "Eso ya no espera: se envió o se borró.")

    static let triedUntil = LocalizedText(en: "Tried until", es: "Se intenta hasta el")

    /// What was in the way, which it needn't be any more.
    static func lastTime(_ problem: LocalizedText) -> LocalizedText {
        LocalizedText(en: "Last time: \(problem.english)", es: "La última vez: \(problem.spanish)")
    }

    static func failures(_ count: Int) -> LocalizedText {
        LocalizedText(en: "Failures: \(count)", es: "Fallos: \(count)")
    }
}
