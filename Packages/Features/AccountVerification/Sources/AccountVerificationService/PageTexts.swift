import Localization

/// What the page of mailed links says.
enum PageTexts {
    static let title = LocalizedText(en: "Confirm your address", es: "Confirma tu dirección")
    static let press = LocalizedText(
        en: "Press the button, and it is done.", es: "Pulsa el botón y ya está.")
    static let confirm = LocalizedText(en: "Confirm", es: "Confirmar")
    static let confirmed = LocalizedText(en: "Your address is confirmed", es: "Tu dirección está confirmada")
    static let confirmedMore = LocalizedText(
        en: "All your devices know it already. You can close this page.",
        es: "Todos tus dispositivos ya lo saben. Puedes cerrar esta página.")

    static let typeCode = LocalizedText(
        en: "Type the code of the newest message.", es: "Escribe el código del mensaje más reciente.")
    static let emailHint = LocalizedText(
        en: "The one to which the message was sent", es: "Aquella a la que se envió el mensaje")
    static let wrongCodeMore = LocalizedText(
        en: "Only the one in the newest message does, for five tries.",
        es: "Solo vale el del mensaje más reciente, durante cinco intentos.")

    static let foreignMore = LocalizedText(
        en: "It is for another account, or for something else. Open it as it is in its message, or ask for another.",
        es: "Es para otra cuenta o para otra cosa. Ábrelo tal como está en su mensaje, o pide otro.")
    static let usedMore = LocalizedText(
        en: "If it was you, your address is confirmed, and there is nothing to do. If not, ask for another message.",
        es: "Si fuiste tú, tu dirección está confirmada y no tienes que hacer nada. Si no, pide otro mensaje.")

    static let resend = LocalizedText(en: "Send another message", es: "Enviar otro mensaje")
    static let resentMore = LocalizedText(
        en: "If the address has an account that isn't confirmed, another message is on its way, unless one was sent "
            + "within the last minute or five within the last hour. The links and codes before it count no more.",
        es: "Si la dirección tiene una cuenta sin confirmar, hay otro mensaje de camino, salvo que se enviara uno en "
            + "el último minuto o cinco en la última hora. Los enlaces y códigos anteriores ya no valen.")
}
