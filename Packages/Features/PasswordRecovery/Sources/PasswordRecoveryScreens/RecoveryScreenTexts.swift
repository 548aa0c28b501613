import Localization

/// What the screens of getting another password say.
enum RecoveryScreenTexts {
    static let forgotten = LocalizedText(en: "Forgot your password?", es: "¿Olvidaste tu contraseña?")
    static let askForOne = LocalizedText(
        en: "Type the address of your account. A message to it lets you choose a new password.",
        es: "Escribe la dirección de tu cuenta. Con un mensaje a esa dirección podrás elegir una contraseña nueva.")
    static let haveOne = LocalizedText(
        en: "You have a message with a code already?", es: "¿Ya tienes un mensaje con un código?")

    static let title = LocalizedText(en: "Choose a new password", es: "Elige una contraseña nueva")
    static let explanation = LocalizedText(
        en: "All devices are logged out then.", es: "Después se cierra la sesión en todos los dispositivos.")
    static let change = LocalizedText(en: "Change password", es: "Cambiar la contraseña")
    static let changed = LocalizedText(en: "You have a new password", es: "Tienes una contraseña nueva")
    static let changedMore = LocalizedText(
        en: "All devices are logged out. Log in with the new password; you can close this page.",
        es: "Se cerró la sesión en todos los dispositivos. Inicia sesión con la contraseña nueva; puedes cerrar esta "
            + "página.")

    static let typeCode = LocalizedText(
        en: "Type the code of the newest message and a new password. All devices are logged out then.",
        es: "Escribe el código del mensaje más reciente y una contraseña nueva. Después se cierra la sesión en todos "
            + "los dispositivos.")

    static let foreignMore = LocalizedText(
        en: "It is for something else. Open it as it is in its message, or ask for a message for another password.",
        es: "Es para otra cosa. Ábrelo tal como está en su mensaje, o pide un mensaje para cambiar la contraseña.")
    static let usedMore = LocalizedText(
        en: "If it was you, log in with the new password. If not, ask for another message.",
        es: "Si fuiste tú, inicia sesión con la contraseña nueva. Si no, pide otro mensaje.")

    static let send = LocalizedText(en: "Send a message", es: "Enviar un mensaje")
    static let sentMore = LocalizedText(
        en: "If the address has an account, a message is on its way, unless one was sent within the last minute or "
            + "five within the last hour. The links and codes before it count no more.",
        es:
            "Si la dirección tiene una cuenta, hay un mensaje de camino, salvo que se enviara uno en el último minuto o "
            + "cinco en la última hora. Los enlaces y códigos anteriores ya no valen.")
    static let tooManyMessages = LocalizedText(
        en: "So many messages were asked for, to this address or from this network, that none was sent now. Try again "
            + "in an hour.",
        es: "Se pidieron tantos mensajes, para esta dirección o desde esta red, que ahora no se envió ninguno. "
            + "Inténtalo en una hora.")
}
