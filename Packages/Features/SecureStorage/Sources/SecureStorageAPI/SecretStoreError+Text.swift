public import Localization

extension SecretStoreError {
    /// What happened, and what was kept.
    public var text: LocalizedText { words.text }

    /// What to do next.
    public var remark: LocalizedText? { words.remark }

    private struct Words {
        let text: LocalizedText
        let remark: LocalizedText

        init(_ english: String, _ spanish: String, next englishHint: String, _ spanishHint: String) {
            text = LocalizedText(en: english, es: spanish)
            remark = LocalizedText(en: englishHint, es: spanishHint)
        }
    }

    // A table, so one long function rather than many short ones.
    private var words: Words {
        switch self {
        case .blankName:
            Words(
                "The name of a secret is blank. Nothing was changed.",
                "El nombre de un secreto está en blanco. No se cambió nada.",
                next: "Give it a name with at least one visible character.",
                "Dale un nombre con al menos un carácter visible.")
        case .nameTooLong(let limit):
            Words(
                "The name of a secret has more than \(limit) bytes. Nothing was changed.",
                "El nombre de un secreto tiene más de \(limit) bytes. No se cambió nada.",
                next: "Give it a shorter name.", "Dale un nombre más corto.")
        case .emptyValue:
            Words(
                "An empty secret can't be saved. What was stored before is still there.",
                "No se puede guardar un secreto vacío. Lo guardado antes sigue ahí.",
                next: "Remove the secret if it is meant to be gone.", "Elimina el secreto si debe desaparecer.")
        case .valueTooLarge(let byteCount, let limit):
            Words(
                "A secret of \(byteCount) bytes can't be saved. What was stored before is still there.",
                "No se puede guardar un secreto de \(byteCount) bytes. Lo guardado antes sigue ahí.",
                next: "Keep it within \(limit) bytes.", "No debe superar los \(limit) bytes.")
        case .unencodable(let type):
            Words(
                "A value of type \(type) can't be written as bytes. What was stored before is still there.",
                "Un valor de tipo \(type) no se puede escribir como bytes. Lo guardado antes sigue ahí.",
                next: "This is a defect of the program; please report it.",
                "Es un defecto del programa; infórmanos de él.")
        case .undecodable(let type):
            Words(
                "What is stored isn't a value of type \(type), and was left as it is.",
                "Lo guardado no es un valor de tipo \(type), y se dejó como está.",
                next: "Sign in again to replace it.", "Inicia sesión de nuevo para reemplazarlo.")
        case .wrongKey:
            Words(
                "The key or pass phrase isn't the one of this vault, so nothing was changed.",
                "La clave o la frase de paso no es la de esta caja fuerte, así que no se cambió nada.",
                next: "Try again with the right one. If it is lost, begin a new vault.",
                "Inténtalo de nuevo con la correcta. Si se perdió, empieza otra caja fuerte.")
        case .passphraseRequired:
            Words(
                "The vault is locked by a pass phrase, and there is nobody to ask for it, so nothing was changed.",
                "La caja fuerte está cerrada con una frase de paso y no hay a quién pedirla, así que no se cambió nada.",
                next: "Its pass phrase opens it.", "Su frase de paso la abre.")
        case .passphraseFile(let path, let reason):
            Words(
                "The pass phrase of the vault can't be taken from \(path) (\(reason)), so nothing was changed.",
                "La frase de paso de la caja fuerte no se puede tomar de \(path) (\(SecretStoreReason.spanish(reason))), así que no se cambió nada.",
                next: "Name a file that holds the pass phrase in one line, and nothing else.",
                "Indica un archivo que contenga la frase de paso en una línea, y nada más.")
        case .weakPassphrase(let reason):
            Words(
                "The pass phrase is too easy to guess. \(reason.english) Nothing was changed.",
                "La frase de paso es fácil de adivinar. \(reason.spanish) No se cambió nada.",
                next: "Take a few words that don't belong together.", "Usa unas cuantas palabras sin relación.")
        case .keyMissing(_, let location):
            Words(
                "The key of the vault is gone from \(location); the sealed secrets were left as they are.",
                "La clave de la caja fuerte ya no está en \(location); los secretos sellados se dejaron como están.",
                next: "Put the key back, or begin a new vault.",
                "Repón la clave, o empieza otra caja fuerte.")
        case .keyringUnavailable(let reason):
            Words(
                "The kernel's key store can't be used here (\(reason)), so nothing was changed.",
                "El almacén de claves del núcleo no se puede usar aquí (\(reason)), así que no se cambió nada.",
                next: "Protect the vault with a pass phrase or a key file instead.",
                "Protege la caja fuerte con una frase de paso o un archivo de clave.")
        case .confirmationRequired:
            Words(
                "This secret needs a confirmation by you, and nothing here can ask for it. It was left as it is.",
                "Este secreto requiere que lo confirmes y aquí no hay cómo pedirlo. Se dejó como está.",
                next: "Do this where you can be asked.", "Hazlo donde se te pueda preguntar.")
        case .confirmationRefused:
            Words(
                "The confirmation wasn't given or isn't the right one. The secret was left as it is.",
                "No se dio la confirmación o no es la correcta. El secreto se dejó como está.",
                next: "Try again and confirm.", "Inténtalo de nuevo y confirma.")
        case .passphraseUnset:
            Words(
                "No pass phrase protects the vault, and an authenticator opens it only beside one. Nothing was changed.",
                "Ninguna frase de paso protege la caja fuerte y un autenticador solo la abre junto a una. No se cambió nada.",
                next: "Protect it with a pass phrase first.", "Protégela primero con una frase de paso.")
        case .authenticatorUnknown:
            Words(
                "This authenticator isn't set up to open the vault, or it took too long. Nothing was changed.",
                "Este autenticador no está configurado para abrir la caja fuerte, o tardó demasiado. No se cambió nada.",
                next: "Type the pass phrase, and set it up anew.", "Escribe la frase de paso y configúralo de nuevo.")
        case .authenticatorChanged:
            Words(
                "The authenticator or the vault's header was changed since it was set up, so it opens the vault no more. All that is in it was kept.",
                "El autenticador o la cabecera de la caja fuerte cambió desde que se configuró y ya no abre la caja fuerte. Todo lo que guarda sigue ahí.",
                next: "Type the pass phrase; then you can set it up anew.",
                "Escribe la frase de paso; después puedes configurarlo de nuevo.")
        case .authenticatorSilent:
            Words(
                "The authenticator computed nothing this time, so it didn't open the vault. Nothing was changed.",
                "El autenticador no calculó nada esta vez, así que no abrió la caja fuerte. No se cambió nada.",
                next: "Try it again, or type the pass phrase. If it goes on, remove it and set it up anew.",
                "Inténtalo de nuevo o escribe la frase de paso. Si sigue así, quítalo y configúralo de nuevo.")
        case .tooManyAuthenticators(let limit):
            Words(
                "The vault has \(limit) authenticators already, and can't have more. Nothing was changed.",
                "La caja fuerte ya tiene \(limit) autenticadores y no puede tener más. No se cambió nada.",
                next: "Remove one first.", "Quita antes uno.")
        case .damagedHeader(let path, let reason):
            Words(
                "The header of the vault in \(path) is damaged (\(reason)); everything was left as it is.",
                "La cabecera de la caja fuerte en \(path) está dañada (\(SecretStoreReason.spanish(reason))); todo se dejó como está.",
                next: "Restore it from a copy, or begin a new vault.",
                "Restáurala desde una copia, o empieza otra caja fuerte.")
        case .unsupportedFormat(let found, let supported):
            Words(
                "The vault has format \(found), and this program knows up to \(supported), so nothing was changed.",
                "La caja fuerte tiene el formato \(found) y este programa conoce hasta el \(supported), así que no se cambió nada.",
                next: "Update the program.", "Actualiza el programa.")
        case .unsafeFile(let path, SecretStoreReason.readableByOthers.rawValue):
            Words(
                "\(path) isn't safe to use (\(SecretStoreReason.readableByOthers.rawValue)), so nothing was read from it.",
                "\(path) no es seguro (\(SecretStoreReason.spanish(SecretStoreReason.readableByOthers.rawValue))), así que no se leyó nada de él.",
                next: "Make it yours alone: chmod 600 \(path)", "Hazlo solo tuyo: chmod 600 \(path)")
        case .unsafeFile(let path, let reason):
            Words(
                "\(path) isn't safe to use (\(reason)), so nothing was read from it or written to it.",
                "\(path) no es seguro (\(SecretStoreReason.spanish(reason))), así que no se leyó ni se escribió nada en él.",
                next: "Look at who put it there, then move it away or make it yours.",
                "Averigua quién lo puso ahí y luego quítalo o hazlo tuyo.")
        case .damagedRecord(let record) where record.reason == .missing:
            Words(
                "A stored secret is missing, since something other than this program deleted it; all others are fine.",
                "Falta un secreto guardado, porque lo borró algo ajeno a este programa; los demás están bien.",
                next: "Sign in again to replace it, or forget it.",
                "Inicia sesión de nuevo para reemplazarlo, o descártalo.")
        case .damagedRecord(let record) where record.reason == .rolledBack:
            Words(
                "In the place of a stored secret there was an older one, which was taken out of use; all others are fine.",
                "En el lugar de un secreto guardado había uno más antiguo, que se retiró; los demás están bien.",
                next: "Sign in again to replace it, or forget it.",
                "Inicia sesión de nuevo para reemplazarlo, o descártalo.")
        case .damagedList(let path):
            Words(
                "The vault's list of its secrets (\(path)) is missing or damaged, so nobody can tell whether one was taken away or put back; nothing was changed.",
                "La lista de secretos de la caja fuerte (\(path)) falta o está dañada, y no se sabe si se quitó o repuso alguno; no se cambió nada.",
                next: "Make a new list of the secrets that are there.",
                "Haz una lista nueva de los secretos que hay.")
        case .damagedRecord:
            Words(
                "A stored secret is damaged and was taken out of use, still sealed; all others are fine.",
                "Un secreto guardado está dañado y se retiró, aún sellado; los demás están bien.",
                next: "Sign in again to replace it.", "Inicia sesión de nuevo para reemplazarlo.")
        case .verificationFailed:
            Words(
                "What was written to the disk reads back differently. What was stored before is still there.",
                "Lo escrito en el disco se lee de otra forma. Lo guardado antes sigue ahí.",
                next: "Try again; if it happens again, check the disk.",
                "Inténtalo de nuevo; si se repite, revisa el disco.")
        case .noSpace(let path):
            Words(
                "There is no room left on this device (\(path)). What was stored before is still there.",
                "No queda sitio en este dispositivo (\(path)). Lo guardado antes sigue ahí.",
                next: "Free some space and try again.", "Libera espacio e inténtalo de nuevo.")
        case .readOnly(let path):
            Words(
                "\(path) is on a file system that can only be read. What was stored before is still there.",
                "\(path) está en un sistema de archivos de solo lectura. Lo guardado antes sigue ahí.",
                next: "Choose another folder with --home, or make it writable.",
                "Elige otra carpeta con --home o permite la escritura.")
        case .accessDenied(let path):
            Words(
                "The system denies access to \(path). What was stored before is still there.",
                "El sistema deniega el acceso a \(path). Lo guardado antes sigue ahí.",
                next: "Check who owns it and its permissions, or choose another folder with --home.",
                "Revisa el dueño y los permisos, o elige otra carpeta con --home.")
        case .deviceFailure(let path):
            Words(
                "The disk failed at \(path). What was stored before was not touched.",
                "El disco falló en \(path). Lo guardado antes no se tocó.",
                next: "Try again; if it happens again, check the disk.",
                "Inténtalo de nuevo; si se repite, revisa el disco.")
        case .resourcesExhausted(let operation, let number):
            Words(
                "The system is short of resources (\(operation), error \(number)). Nothing was changed.",
                "Al sistema le faltan recursos (\(operation), error \(number)). No se cambió nada.",
                next: "Try again in a moment.", "Inténtalo de nuevo en un momento.")
        case .locksUnsupported(let path):
            Words(
                "The file system of \(path) knows no locks, so nothing was written there.",
                "El sistema de archivos de \(path) no admite bloqueos; no se escribió nada ahí.",
                next: "Choose another folder with --home.", "Elige otra carpeta con --home.")
        case .system(let operation, let path, let number):
            Words(
                "The system failed at \(path) (\(operation), error \(number)). What was stored before is still there.",
                "El sistema falló en \(path) (\(operation), error \(number)). Lo guardado antes sigue ahí.",
                next: "Try again; if it happens again, please report it.",
                "Inténtalo de nuevo; si se repite, infórmanos.")
        case .cryptography(let reason):
            Words(
                "The cryptographic library failed: \(reason). Nothing was changed.",
                "La biblioteca criptográfica falló: \(reason). No se cambió nada.",
                next: "Try again; if it happens again, please report it.",
                "Inténtalo de nuevo; si se repite, infórmanos.")
        case .busy:
            Words(
                "Another process is using the vault and doesn't let go, so nothing was changed.",
                "Otro proceso está usando la caja fuerte y no la suelta, así que no se cambió nada.",
                next: "Wait for it to end, then try again.", "Espera a que termine e inténtalo de nuevo.")
        case .cancelled:
            Words(
                "It was cancelled before anything was changed.", "Se canceló antes de cambiar nada.",
                next: "Start it again when you like.", "Vuelve a empezar cuando quieras.")
        case .retriesExhausted(let attempts, let last):
            Words(
                "It failed \(attempts) times. \(last.text.english)",
                "Falló \(attempts) veces. \(last.text.spanish)",
                next: last.words.remark.english, last.words.remark.spanish)
        }
    }
}

extension SecretStoreError: CustomStringConvertible {
    /// What logs say.
    public var description: String { text.english }
}
