import Localization
import Presenting

/// What the page of mailed links says.
enum PageTexts {
    static let title = LocalizedText(en: "Confirm your address", es: "Confirma tu dirección")
    static let press = LocalizedText(
        en: "Type the password that you chose for the account and press the button.",
        es: "Escribe la contraseña que elegiste para la cuenta y pulsa el botón.")
    static let notYours = LocalizedText(
        en: "You made no account? Then somebody else used your address: close this page, and it stays unconfirmed.",
        es: "¿No creaste ninguna cuenta? Entonces otra persona usó tu dirección: cierra esta página y seguirá sin "
            + "confirmar.")
    /// - Parameter steps: What people can do.
    static func passwordHint(offering steps: [NextStep]) -> LocalizedText {
        let reason = LocalizedText(en: "It shows that the account is yours.", es: "Muestra que la cuenta es tuya.")
        guard steps.contains(.recover) else { return reason }
        return reason
            + LocalizedText(
                en: "Forgotten? Choose another one by mail (essential recover), which confirms the address as well.",
                es: "¿La has olvidado? Elige otra por correo (essential recover), lo que también confirma la dirección."
            )
    }
    static let wrongPassword = LocalizedText(
        en: "This isn't the password of the account.", es: "No es la contraseña de la cuenta.")
    static let confirm = LocalizedText(en: "Confirm", es: "Confirmar")
    static let confirmed = LocalizedText(en: "Your address is confirmed", es: "Tu dirección está confirmada")
    static let confirmedMore = LocalizedText(
        en: "All your devices know it already. You can close this page.",
        es: "Todos tus dispositivos ya lo saben. Puedes cerrar esta página.")

    static let typeCode = LocalizedText(
        en: "Type the code of the newest message and the password of your account.",
        es: "Escribe el código del mensaje más reciente y la contraseña de tu cuenta.")
    static let emailHint = LocalizedText(
        en: "The one to which the message was sent", es: "Aquella a la que se envió el mensaje")
    static let wrongCodeMore = LocalizedText(
        en:
            "Only the one in the newest message does, for five tries, with the address and the password of its account.",
        es: "Solo vale el del mensaje más reciente, durante cinco intentos, con la dirección y la contraseña de su "
            + "cuenta.")

    static let foreignMore = LocalizedText(
        en: "It is for another account, or for something else. Open it as it is in its message, or ask for another.",
        es: "Es para otra cuenta o para otra cosa. Ábrelo tal como está en su mensaje, o pide otro.")
    static let alreadyConfirmed = LocalizedText(
        en: "Your address is already confirmed", es: "Tu dirección ya está confirmada")
    static let usedMore = LocalizedText(
        en: "There is nothing left to do. You can close this page.",
        es: "No queda nada por hacer. Puedes cerrar esta página.")

    static let resend = LocalizedText(en: "Send another message", es: "Enviar otro mensaje")
    static let resentMore = LocalizedText(
        en: "If the address has an account that isn't confirmed, another message is on its way, unless one was sent "
            + "within the last minute or five within the last hour. The links and codes before it count no more.",
        es: "Si la dirección tiene una cuenta sin confirmar, hay otro mensaje de camino, salvo que se enviara uno en "
            + "el último minuto o cinco en la última hora. Los enlaces y códigos anteriores ya no valen.")
}
