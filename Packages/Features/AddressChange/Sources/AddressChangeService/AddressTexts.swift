import Localization

/// What the service says that nobody else does.
enum AddressTexts {
    static let samePassword = LocalizedText(
        en: "The account has that password, or had it lately. Whoever changed the address may know it: choose another.",
        es:
            "La cuenta tiene esa contraseña, o la tuvo hace poco. Quien cambió la dirección puede conocerla: elige otra."
    )
    static let busy = LocalizedText(
        en: "The server has no time now. Nothing was changed; try again in a few seconds.",
        es: "El servidor no tiene tiempo ahora. No se cambió nada; inténtalo en unos segundos.")
}
