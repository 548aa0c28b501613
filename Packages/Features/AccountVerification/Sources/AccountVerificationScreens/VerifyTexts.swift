import CoreModels
import Localization
import Presenting

/// What the screen of confirming an address says.
enum VerifyTexts {
    static let title = LocalizedText(en: "Confirm your address", es: "Confirma tu dirección")
    static let press = LocalizedText(
        en: "Type the password that you chose for the account and press the button.",
        es: "Escribe la contraseña que elegiste para la cuenta y pulsa el botón.")
    static let notYours = LocalizedText(
        en: "You made no account? Then somebody else used your address: close this page, and it stays unconfirmed.",
        es: "¿No creaste ninguna cuenta? Entonces otra persona usó tu dirección: cierra esta página y seguirá sin "
            + "confirmar.")
    static let password = LocalizedText(en: "Password", es: "Contraseña")
    static let passwordHint = LocalizedText(
        en: "It shows that the account is yours.", es: "Muestra que la cuenta es tuya.")
    static let forgotten = LocalizedText(
        en: "Forgotten the password? Choose another one by mail, which confirms the address as well.",
        es: "¿Has olvidado la contraseña? Elige otra por correo, lo que también confirma la dirección.")
    static let confirm = LocalizedText(en: "Confirm", es: "Confirmar")
    static let confirmed = LocalizedText(en: "Your address is confirmed", es: "Tu dirección está confirmada")
    static let confirmedMore = LocalizedText(
        en: "All your devices know it already.",
        es: "Todos tus dispositivos ya lo saben.")

    static let typeCode = LocalizedText(
        en: "Type the code of the newest message and the password of your account.",
        es: "Escribe el código del mensaje más reciente y la contraseña de tu cuenta.")
    static let emailHint = LocalizedText(
        en: "The one to which the message was sent", es: "Aquella a la que se envió el mensaje")

    static let foreignMore = LocalizedText(
        en: "It is for another account, or for something else. Open it as it is in its message, or ask for another.",
        es: "Es para otra cuenta o para otra cosa. Ábrelo tal como está en su mensaje, o pide otro.")
    static let alreadyConfirmed = LocalizedText(
        en: "Your address is already confirmed", es: "Tu dirección ya está confirmada")
    static let usedMore = LocalizedText(
        en: "There is nothing left to do. You can close this page.",
        es: "No queda nada por hacer. Puedes cerrar esta página.")
    static let nothingLeft = LocalizedText(en: "There is nothing left to do.", es: "No queda nada por hacer.")

    static let resend = LocalizedText(en: "Send another message", es: "Enviar otro mensaje")
    static let resentMore = LocalizedText(
        en: "If the address has an account that isn't confirmed, another message is on its way, unless one was sent "
            + "within the last minute or five within the last hour. The links and codes before it count no more.",
        es: "Si la dirección tiene una cuenta sin confirmar, hay otro mensaje de camino, salvo que se enviara uno en "
            + "el último minuto o cinco en la última hora. Los enlaces y códigos anteriores ya no valen.")

    static let sentAnother = LocalizedText(
        en: "Another message is on its way to your address. The link and the code before it count no more.",
        es: "Hay otro mensaje de camino a tu dirección. El enlace y el código anteriores ya no valen.")
    static let sentEnough = LocalizedText(
        en: "No other message was sent: one was within the last minute, or five within the last hour. The newest one "
            + "counts still. If it isn't there, look among unwanted mail.",
        es: "No se envió otro mensaje: ya se envió uno en el último minuto, o cinco en la última hora. El más reciente "
            + "sigue valiendo. Si no está, mira en el correo no deseado.")

    static let sentTo = LocalizedText(
        en: "A message with a link and a code went to your address. Open the link, or type the code here.",
        es: "Se envió a tu dirección un mensaje con un enlace y un código. Abre el enlace o escribe el código aquí.")
}
