import ConsoleAPI
import Localization
import Presenting
import SecureStorageAPI

/// What the commands of the vault say.
enum VaultTexts {
    static let group = CommandGroup(LocalizedText(en: "Vault", es: "Caja fuerte"))

    static let checkSummary = LocalizedText(
        en: "Open every record once and set damaged ones aside", es: "Abre cada registro y aparta los dañados")
    static let checkExample = LocalizedText(en: "is everything readable?", es: "¿se lee todo?")

    static let checkDiscussion = LocalizedText(
        en: "It ends with the status 1 if it found something, also where it has mended that.",
        es: "Termina con el estado 1 si encontró algo, también si ya lo reparó.")

    /// What to do next.
    static func afterCheck(isListOnly: Bool) -> LocalizedText {
        isListOnly
            ? LocalizedText(
                en: "All of them can be used again. If something isn't as you left it, log in again: essential login",
                es: "Todos se pueden usar de nuevo. Si algo no está como lo dejaste, vuelve a iniciar sesión: "
                    + "essential login")
            : LocalizedText(
                en: "All others can be used. Log in again to replace what is lost: essential login. Forget it and "
                    + "delete what was taken out of use with: essential vault clean",
                es: "Los demás se pueden usar. Inicia sesión de nuevo para reemplazar lo perdido: essential login. "
                    + "Descártalo y borra lo retirado con: essential vault clean")
    }

    static let protectSummary = LocalizedText(
        en: "Choose what protects the vault's key", es: "Elige qué protege la clave de la caja fuerte")
    static let protectDiscussion = LocalizedText(
        en: """
            key-file keeps the key in a file that only you can read; passphrase asks you for a pass phrase at each \
            command; kernel-keyring keeps the key in the kernel's memory until the machine restarts. The key is \
            replaced and every record encrypted anew.
            """,
        es: """
            key-file guarda la clave en un archivo que solo tú puedes leer; passphrase te pide una frase de paso en \
            cada orden; kernel-keyring guarda la clave en la memoria del núcleo hasta que se reinicie el equipo. La \
            clave se cambia y cada registro se cifra de nuevo.
            """)
    static let protectExample = LocalizedText(
        en: "ask for a pass phrase from now on", es: "pide una frase de paso desde ahora")
    static let protectionOption = LocalizedText(en: "What protects the key", es: "Qué protege la clave")

    static let rotateSummary = LocalizedText(en: "Replace the vault's key", es: "Cambia la clave de la caja fuerte")
    static let rotateDiscussion = LocalizedText(
        en:
            "Every record is encrypted anew. If that is interrupted, the vault is whole under the old key or the new one.",
        es:
            "Cada registro se cifra de nuevo. Si se interrumpe, la caja fuerte queda entera con la clave vieja o la nueva."
    )
    static let rotateExample = LocalizedText(
        en: "after somebody may have seen the key", es: "si alguien pudo ver la clave")
    static let rotated = LocalizedText(
        en: "The vault has a new key.", es: "La caja fuerte tiene una clave nueva.")

    static let nothingToRotate = LocalizedText(
        en: "There is no vault yet, so no key was replaced. The first login makes one.",
        es: "Aún no hay caja fuerte, así que no se cambió ninguna clave. El primer inicio de sesión crea una.")

    static let cleanSummary = LocalizedText(
        en: "Delete damaged records and old vaults that were set aside",
        es: "Borra los registros dañados y las cajas fuertes anteriores que se apartaron")
    static let cleanDiscussion = LocalizedText(
        en: "They are gone for good, with the keys of those vaults that are files. The present vault stays as it is.",
        es: "Desaparecen para siempre, con las claves de esas cajas que sean archivos. La caja fuerte actual queda "
            + "como está.")
    static let cleanQuestion = LocalizedText(
        en: "Delete damaged records and old vaults for good?",
        es: "¿Borrar para siempre los registros dañados y las cajas fuertes anteriores?")
    static let cleanExample = LocalizedText(en: "once nobody needs them for a look", es: "cuando ya nadie los necesite")
    static let resetSummary = LocalizedText(
        en: "Move the vault aside and begin a new one", es: "Aparta la caja fuerte y empieza otra")
    static let resetDiscussion = LocalizedText(
        en: """
            For a lost key or pass phrase, or damage. The old vault is kept beside the new one, with its key file if it \
            has one, so that what is in it may be rescued; vault clean deletes both. You log in again.
            """,
        es: """
            Para una clave o frase de paso perdidas, o daños. La caja anterior se conserva al lado, con su archivo de \
            clave si lo tiene, por si se puede rescatar lo que guarda; vault clean borra ambos. Inicias sesión de nuevo.
            """)
    static let resetExample = LocalizedText(en: "start over", es: "empieza de nuevo")
    static let resetQuestion = LocalizedText(
        en: "Move the vault aside and begin a new one?", es: "¿Apartar la caja fuerte y empezar otra?")
    static let yesOption = LocalizedText(en: "Don't ask", es: "No preguntes")
    static let unchanged = LocalizedText(en: "Nothing was changed.", es: "No se cambió nada.")

    static func started(over place: String?) -> LocalizedText {
        guard let place else { return LocalizedText(en: "There was no vault.", es: "No había caja fuerte.") }
        return LocalizedText(
            en:
                "The old vault is in \(place), with its key file if it has one. Once nothing in it is needed, delete it with: essential vault clean",
            es:
                "La caja fuerte anterior está en \(place), con su archivo de clave si lo tiene. Cuando no necesites nada de ella, bórrala con: essential vault clean"
        )
    }

    static let steps = [
        NextStepPlace(
            .unlock,
            LocalizedText(
                en: "Run the command in a terminal, or name a file that holds the pass phrase: --passphrase-file FILE",
                es: "Ejecuta la orden en una terminal o indica un archivo que la contenga: --passphrase-file ARCHIVO")),
        NextStepPlace(
            .resetVault,
            LocalizedText(en: "A new vault: essential vault reset", es: "Otra caja fuerte: essential vault reset")),
        NextStepPlace(
            .cleanVault,
            LocalizedText(en: "To forget it: essential vault clean", es: "Para descartarlo: essential vault clean")),
        NextStepPlace(
            .checkVault,
            LocalizedText(en: "A new list: essential vault check", es: "Otra lista: essential vault check")),
    ]
}
