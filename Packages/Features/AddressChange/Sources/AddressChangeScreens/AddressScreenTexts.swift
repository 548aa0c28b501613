import FoundationEssentials
import Localization

/// What the screens of changing the address say.
enum AddressScreenTexts {
    static let title = LocalizedText(en: "Change your email address", es: "Cambiar tu dirección de correo")
    static let present = LocalizedText(en: "Your address now:", es: "Tu dirección ahora:")
    static let explanation = LocalizedText(
        en: "A code goes to the new address; nothing is changed until you type it here. The old address gets a letter, "
            + "as a rule with a link that undoes the change for a week.",
        es: "A la dirección nueva llega un código; no se cambia nada hasta que lo escribas aquí. La anterior recibe "
            + "una carta, por lo general con un enlace que deshace el cambio durante una semana.")
    static let email = LocalizedText(en: "New email address", es: "Dirección de correo nueva")
    static let send = LocalizedText(en: "Send the code", es: "Enviar el código")
    static let sentMore = LocalizedText(
        en: "A message is on its way to this address, unless it got enough lately. Nothing is changed yet.",
        es: "Hay un mensaje de camino a esta dirección, salvo que recibiera bastantes hace poco. Aún no se cambió "
            + "nada.")
    static let change = LocalizedText(en: "Change it", es: "Cambiarla")
    static let changed = LocalizedText(
        en: "Your account has another address", es: "Tu cuenta tiene otra dirección")
    static let logIn = LocalizedText(en: "Log in with it from now on.", es: "Desde ahora inicia sesión con ella.")

    static func undo(until end: Date) -> LocalizedText {
        let end = LocalizedText.momentInUTC(end)
        return LocalizedText(
            en: "The old address got a letter with a link that undoes this until \(end.english).",
            es: "La anterior recibió una carta con un enlace que lo deshace hasta el \(end.spanish).")
    }

    static let restoreTitle = LocalizedText(en: "Get your address back", es: "Recuperar tu dirección")
    static let restoreMore = LocalizedText(
        en: "The account gets this address back, and everybody is logged out. Whoever changed it was in the account, "
            + "so choose a new password. Passkeys, providers and a second factor that were added lately won't count any more.",
        es: "La cuenta recupera esta dirección y se cierran todas las sesiones. Quien la cambió estaba en la cuenta, "
            + "así que elige una contraseña nueva. Las llaves de acceso, los proveedores y el segundo factor añadidos hace poco ya no valdrán."
    )
    static let factorCode = LocalizedText(en: "Code of your second factor", es: "Código de tu segundo factor")
    static let factorCodeHint = LocalizedText(
        en: "From your authenticator, or a recovery code of before.",
        es: "De tu autenticador, o un código de recuperación de antes.")
    static let notNeeded = LocalizedText(
        en: "Was the change yours? Then close this page, and it stays.",
        es: "¿El cambio fue tuyo? Entonces cierra esta página y así queda.")
    static let restore = LocalizedText(en: "Get it back", es: "Recuperarla")
    static let restored = LocalizedText(
        en: "Your account has its address again", es: "Tu cuenta vuelve a tener su dirección")
    static let restoredMore = LocalizedText(
        en: "What was added since a week before the change lets nobody in any more: passkeys, providers, a second "
            + "factor. If there were recovery codes, those of before count again, and no later ones. Log in with the new password, add yours "
            + "again, and remove what else you don't know.",
        es: "Lo que se añadió desde una semana antes del cambio ya no deja entrar a nadie: llaves de acceso, "
            + "proveedores, segundo factor. Si había códigos de recuperación, vuelven a valer los de antes y no los posteriores. "
            + "Inicia sesión con la contraseña nueva, vuelve a añadir los tuyos y quita lo demás que no conozcas.")

    static let unknownMore = LocalizedText(
        en: "Check that the whole link was copied from the letter. Nothing was changed.",
        es: "Comprueba que copiaste el enlace entero de la carta. No se cambió nada.")
    static let expiredMore = LocalizedText(
        en: "It counted for a week. Nothing was changed; whoever runs this server may help.",
        es: "Valía una semana. No se cambió nada; quizá pueda ayudar quien administra este servidor.")
    static let usedMore = LocalizedText(
        en: "The account has had this address again since then. If you don't know its password, choose another one by "
            + "mail.",
        es: "Desde entonces la cuenta volvió a tener esta dirección. Si no sabes la contraseña, elige otra por correo.")
}
