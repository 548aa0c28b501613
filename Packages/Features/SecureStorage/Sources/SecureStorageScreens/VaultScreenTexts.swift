import Localization
import Presenting
import SecureStorageAPI

/// What the screens of the vault say.
enum VaultScreenTexts {
    static let vault = LocalizedText(en: "The vault", es: "La caja fuerte")
    static let unlock = LocalizedText(en: "Unlock", es: "Abrir")
    static let locked = LocalizedText(en: "Essential is locked", es: "Essential está cerrado")
    static let whyLocked = LocalizedText(
        en: "What is kept on this device is in a vault that its pass phrase opens.",
        es: "Lo que se guarda en este dispositivo está en una caja fuerte que se abre con su frase de paso.")
    static let isOpen = LocalizedText(en: "The vault is open.", es: "La caja fuerte está abierta.")
    static let passphrase = LocalizedText(en: "Pass phrase of the vault", es: "Frase de paso de la caja fuerte")
    static let typeIt = LocalizedText(en: "Type a pass phrase.", es: "Escribe una frase de paso.")
    static let forgotten = LocalizedText(
        en: "Forgotten the pass phrase? Nobody can tell it to you, but you can begin another vault.",
        es: "¿Has olvidado la frase de paso? Nadie puede decírtela, pero puedes empezar otra caja fuerte.")
    static let wrong = LocalizedText(
        en: "This isn't the pass phrase of the vault.", es: "No es la frase de paso de la caja fuerte.")
    static let tooMany = LocalizedText(
        en: "There were too many wrong pass phrases, so this one wasn't tried.",
        es: "Hubo demasiadas frases de paso equivocadas; esta no se ha probado.")

    static func wait(_ time: Duration) -> LocalizedText {
        guard time > .seconds(60) else {
            let seconds = max(1, Int((time / .seconds(1)).rounded(.up)))
            return LocalizedText(en: "Try again in \(seconds) s.", es: "Vuelve a intentarlo en \(seconds) s.")
        }
        let minutes = time.minutesToWait
        return LocalizedText(en: "Try again in \(minutes) min.", es: "Vuelve a intentarlo en \(minutes) min.")
    }

    static let lock = LocalizedText(en: "Lock now", es: "Cerrar ahora")
    static let protectHeading = LocalizedText(en: "What protects it", es: "Qué la protege")
    static let protection = LocalizedText(en: "Protection", es: "Protección")
    static let presentPassphrase = LocalizedText(en: "Present pass phrase", es: "Frase de paso actual")
    static let newPassphrase = LocalizedText(en: "New pass phrase", es: "Nueva frase de paso")
    static let passphraseHint = LocalizedText(
        en: "Only for a pass phrase: several words that nobody would guess. It is asked for at each start, and after a "
            + "time without use.",
        es: "Solo para una frase de paso: varias palabras que nadie adivinaría. Se pide al empezar y tras un "
            + "tiempo sin uso.")
    static let passphraseAgain = LocalizedText(en: "New pass phrase again", es: "Repite la nueva frase de paso")
    static let different = LocalizedText(
        en: "The two pass phrases differ. Type both again.",
        es: "Las dos frases de paso no coinciden. Escríbelas otra vez.")
    static let choose = LocalizedText(en: "Choose one of these.", es: "Elige una de estas.")
    static let protect = LocalizedText(en: "Protect it this way", es: "Protegerla de esta manera")
    static let newKey = LocalizedText(
        en: "The vault has a new key, and everything in it is encrypted anew.",
        es: "La caja fuerte tiene una clave nueva y todo lo que guarda está cifrado de nuevo.")

    static func choice(_ protection: VaultProtection) -> LocalizedText {
        switch protection {
        case .keyFile:
            LocalizedText(en: "A file that only you can read", es: "Un archivo que solo tú puedes leer")
        case .passphrase:
            LocalizedText(en: "A pass phrase", es: "Una frase de paso")
        case .kernelKeyring:
            LocalizedText(
                en: "Memory, until this machine restarts",
                es: "Memoria, hasta que se reinicie el equipo")
        }
    }

    static let checkHeading = LocalizedText(en: "Is everything readable?", es: "¿Se lee todo?")
    static let check = LocalizedText(en: "Check it", es: "Comprobarla")
    static let whole = LocalizedText(en: "Everything in it can be read.", es: "Todo lo que guarda se puede leer.")
    static let afterCheck = LocalizedText(
        en: "What was taken out of use is kept until you delete it here. Log in again to replace what is lost.",
        es: "Lo retirado se conserva hasta que lo borres aquí. Inicia sesión de nuevo para reemplazar lo perdido.")
    static let cleanHeading = LocalizedText(
        en: "Damaged records, and vaults from before", es: "Registros dañados y cajas fuertes anteriores")
    static let clean = LocalizedText(en: "Delete them", es: "Borrarlos")
    static let cleanQuestion = LocalizedText(
        en: "Delete damaged records, and vaults from before?",
        es: "¿Borrar los registros dañados y las cajas fuertes anteriores?")
    static let cleanMeans = LocalizedText(
        en:
            "They are gone for good, with the keys of those vaults that are files: what is in them can't be rescued any "
            + "more. The present vault stays as it is.",
        es: "Desaparecen para siempre, con las claves de esas cajas que sean archivos: lo que guardan ya no se podrá "
            + "rescatar. La caja fuerte actual queda como está.")
    static let keepThem = LocalizedText(en: "Keep them", es: "Conservarlos")
    static let startOver = LocalizedText(
        en: "If it is damaged, or its key is lost, you can begin another one.",
        es: "Si está dañada o se perdió su clave, puedes empezar otra.")
    static let another = LocalizedText(en: "Begin another vault", es: "Empezar otra caja fuerte")
    static let anotherMeans = LocalizedText(
        en: "The present one is set aside as it is, with its key if that is a file, and can be deleted later. What is "
            + "in it can't be used meanwhile: you log in again, and what waits for a connection isn't sent.",
        es: "La actual se aparta como está, con su clave si es un archivo, y se puede borrar más tarde. Lo que guarda "
            + "no se puede usar entretanto: inicias sesión de nuevo y lo que espera conexión no se envía.")

    static func begun(_ place: String?) -> LocalizedText {
        guard let place else { return LocalizedText(en: "There was no vault.", es: "No había caja fuerte.") }
        return LocalizedText(
            en: "The vault from before is in \(place). Log in to begin another one.",
            es: "La caja fuerte anterior está en \(place). Inicia sesión para empezar otra.")
    }
}
