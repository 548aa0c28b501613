import Localization

/// What the service says that nobody else does.
enum AddressTexts {
    static let samePassword = LocalizedText(
        en: "That is the password of the account already. Whoever changed the address knows it: choose another one.",
        es: "Esa ya es la contraseña de la cuenta. Quien cambió la dirección la conoce: elige otra.")
    static let busy = LocalizedText(
        en: "The server has no time now. Nothing was changed; try again in a few seconds.",
        es: "El servidor no tiene tiempo ahora. No se cambió nada; inténtalo en unos segundos.")
}
