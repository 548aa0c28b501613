package import Localization

/// What a terminal and a page say of passkeys.
package enum PasskeyWords {
    package static let none = LocalizedText(en: "You have no passkeys.", es: "No tienes llaves de acceso.")
    package static let made = LocalizedText(en: "Made on", es: "Creada el")
    package static let used = LocalizedText(en: "Last used on", es: "Usada por última vez el")
    package static let neverUsed = LocalizedText(en: "Never used", es: "Nunca usada")
    package static let copySeen = LocalizedText(
        en: "It lets nobody in: remove it. Something answered as an older copy of it would on",
        es: "No deja entrar a nadie: quítala. Algo respondió como lo haría una copia antigua el")
    package static let renamed = LocalizedText(en: "It has another name now.", es: "Ahora tiene otro nombre.")
    package static let removed = LocalizedText(
        en:
            "It is removed. Nobody comes in with it any more, and where somebody had, the session is over, but for this "
            + "one. Delete it on your device as well.",
        es: "Está quitada. Nadie entra ya con ella, y las sesiones que empezaron con ella han terminado, salvo esta. "
            + "Bórrala también en tu dispositivo.")

    /// Where a passkey is.
    package static func kept(_ isBackedUp: Bool) -> LocalizedText {
        isBackedUp
            ? LocalizedText(en: "On several of your devices", es: "En varios de tus dispositivos")
            : LocalizedText(en: "On one device only", es: "Solo en un dispositivo")
    }
}
