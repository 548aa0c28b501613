import FoundationEssentials
import Localization

/// What the screens of ways in say.
enum ProviderScreenTexts {
    static let otherWays = LocalizedText(en: "Or come in another way", es: "O entra de otra forma")
    static let ways = LocalizedText(en: "Ways into your account", es: "Formas de entrar en tu cuenta")
    static let password = LocalizedText(en: "Password", es: "Contraseña")
    static let isSet = LocalizedText(en: "You have one.", es: "Tienes una.")
    static let isNotSet = LocalizedText(en: "You have none.", es: "No tienes.")
    static let setByMail = LocalizedText(
        en: "You can set a password by mail, as who has forgotten theirs.",
        es: "Puedes poner una contraseña por correo, como quien olvidó la suya.")
    static let others = LocalizedText(en: "Passkeys", es: "Llaves de acceso")

    static func others(_ count: Int) -> LocalizedText {
        LocalizedText(
            en: "You have \(count), on the page of your passkeys.",
            es: "Tienes \(count), en la página de tus llaves de acceso.")
    }

    static let more = LocalizedText(en: "Link another way", es: "Vincular otra forma")
    static let isLast = LocalizedText(
        en: "It is the last way in, so it stays.", es: "Es la última forma de entrar, así que se queda.")
    static let unlink = LocalizedText(en: "Unlink it", es: "Desvincular")
    static let linked = LocalizedText(
        en: "It is linked. You can log in with either from now on.",
        es: "Está vinculado. Desde ahora puedes iniciar sesión con cualquiera de los dos.")
    static let unlinked = LocalizedText(
        en: "It is unlinked. Nobody comes in that way any more, and where somebody had, the session is over, but for "
            + "this one.",
        es: "Está desvinculado. Nadie entra ya de esa forma, y las sesiones que empezaron así han terminado, salvo "
            + "esta.")
    static let linkTitle = LocalizedText(en: "Link to your account", es: "Vincular a tu cuenta")
    static let nothingToLink = LocalizedText(
        en: "There is nothing to link: it took too long, or was done already. Nothing was changed; begin anew.",
        es: "No hay nada que vincular: tardó demasiado o ya se hizo. No se cambió nada; empieza de nuevo.")

    static func logIn(with title: String) -> LocalizedText {
        LocalizedText(en: "Log in with \(title)", es: "Iniciar sesión con \(title)")
    }

    static func link(_ title: String) -> LocalizedText {
        LocalizedText(en: "Link \(title)", es: "Vincular \(title)")
    }

    static func question(_ title: String, _ name: String) -> LocalizedText {
        LocalizedText(
            en: "\(name), shall this account of \(title) be a way into your account here? You could then log in with "
                + "either. Link it only if it is yours.",
            es: "\(name), ¿quieres que esta cuenta de \(title) sea una forma de entrar en tu cuenta de aquí? Después "
                + "podrías iniciar sesión con cualquiera de las dos. Vincúlala solo si es tuya.")
    }

    static func linkAnother(_ title: String) -> LocalizedText {
        LocalizedText(en: "Link another account of \(title)", es: "Vincular otra cuenta de \(title)")
    }

    static func leadsNowhere(_ title: String) -> LocalizedText {
        LocalizedText(
            en: "This server doesn't have \(title) any more, so nobody gets in by it now.",
            es: "Este servidor ya no tiene \(title), así que ahora nadie entra de esta forma.")
    }

    /// Whether somebody has the address or gave it up a few days ago, so that it is kept for
    /// them, is nothing to strangers.
    static func logInToLink(_ email: String?, _ title: String) -> LocalizedText {
        let address = email ?? "?"
        return LocalizedText(
            en: "There is an account here that has \(address), or had it until lately. If it is yours, log in to it; "
                + "then you can link \(title) to it.",
            es: "Aquí hay una cuenta que tiene \(address), o la tuvo hasta hace poco. Si es tuya, inicia sesión en "
                + "ella; después puedes vincularle \(title).")
    }

    static func ofAnother(_ title: String, _ name: String) -> LocalizedText {
        LocalizedText(
            en: "What came from \(title) isn't for the account of \(name): the address is another one. Nothing was "
                + "linked. If it is yours all the same, link it from your ways in.",
            es:
                "Lo que llegó de \(title) no es para la cuenta de \(name): la dirección es otra. No se vinculó nada. Si "
                + "aun así es tuyo, vincúlalo desde tus formas de entrar.")
    }

    static let nothingDeleted = LocalizedText(
        en: "Nothing was deleted here under this code. Look whether the address is whole.",
        es: "Aquí no se borró nada con este código. Comprueba que la dirección esté completa.")
    static let whatStays = LocalizedText(
        en:
            "An account here was unlinked from it and logged out where it had been the way in. The account itself, with "
            + "its own name and address, stays: it isn't the provider's.",
        es:
            "Se desvinculó la cuenta de aquí y se cerraron las sesiones iniciadas con él. La cuenta en sí, con su propio "
            + "nombre y dirección, se queda: no es del proveedor.")
    static let home = LocalizedText(en: "To the first page", es: "A la primera página")

    static func deleted(_ title: String) -> LocalizedText {
        LocalizedText(
            en: "What \(title) told this server about you is deleted",
            es: "Se borró lo que \(title) dijo de ti a este servidor")
    }

    static func deletedAt(_ time: Date) -> LocalizedText {
        let moment = LocalizedText.momentInUTC(time)
        return LocalizedText(en: "Deleted on \(moment.english).", es: "Borrado el \(moment.spanish).")
    }

    static func since(_ time: Date) -> LocalizedText {
        let moment = LocalizedText.momentInUTC(time)
        return LocalizedText(en: "Linked on \(moment.english)", es: "Vinculado el \(moment.spanish)")
    }
}
