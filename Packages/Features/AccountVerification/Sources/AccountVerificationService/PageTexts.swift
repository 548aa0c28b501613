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
    static let code = LocalizedText(en: "Code", es: "Código")
    static let codeHint = LocalizedText(en: "8 digits", es: "8 cifras")
    static let email = LocalizedText(en: "Email address", es: "Dirección de correo")
    static let emailHint = LocalizedText(
        en: "The one to which the message was sent", es: "Aquella a la que se envió el mensaje")
    static let invalidEmail = LocalizedText(en: "Invalid email", es: "Correo no válido")
    static let invalidCode = LocalizedText(en: "A code has 8 digits.", es: "Un código tiene 8 cifras.")
    static let wrongCode = LocalizedText(en: "This code doesn't count", es: "Este código no vale")
    static let wrongCodeMore = LocalizedText(
        en: "Only the one in the newest message does, for five tries.",
        es: "Solo vale el del mensaje más reciente, durante cinco intentos.")
    static let expiredCode = LocalizedText(en: "This code is too old", es: "Este código ha caducado")
    static let usedCode = LocalizedText(en: "This code was used before", es: "Este código ya se usó")

    static let unknown = LocalizedText(en: "This link doesn't count", es: "Este enlace no vale")
    static let unknownMore = LocalizedText(
        en:
            "Only the one in the newest message does. Check that the whole link was copied, or ask for another message.",
        es: "Solo vale el del mensaje más reciente. Comprueba que copiaste el enlace entero, o pide otro mensaje.")
    static let foreign = LocalizedText(en: "This link isn't for this", es: "Este enlace no es para esto")
    static let foreignMore = LocalizedText(
        en: "It is for another account, or for something else. Open it as it is in its message, or ask for another.",
        es: "Es para otra cuenta o para otra cosa. Ábrelo tal como está en su mensaje, o pide otro.")
    static let expired = LocalizedText(en: "This link is too old", es: "Este enlace ha caducado")
    static let expiredMore = LocalizedText(
        en: "Nothing was changed. Ask for another message below.",
        es: "No se cambió nada. Pide otro mensaje aquí abajo.")
    static let used = LocalizedText(en: "This link was used before", es: "Este enlace ya se usó")
    static let usedMore = LocalizedText(
        en: "If it was you, your address is confirmed, and there is nothing to do. If not, ask for another message.",
        es: "Si fuiste tú, tu dirección está confirmada y no tienes que hacer nada. Si no, pide otro mensaje.")

    static let resendTitle = LocalizedText(en: "Another message", es: "Otro mensaje")
    static let resend = LocalizedText(en: "Send another message", es: "Enviar otro mensaje")
    static let resent = LocalizedText(en: "Look into your mail", es: "Mira tu correo")
    static let resentMore = LocalizedText(
        en: "If the address has an account that isn't confirmed, another message is on its way, unless one was sent "
            + "within the last minute or five within the last hour. The links and codes before it count no more.",
        es: "Si la dirección tiene una cuenta sin confirmar, hay otro mensaje de camino, salvo que se enviara uno en "
            + "el último minuto o cinco en la última hora. Los enlaces y códigos anteriores ya no valen.")
}
