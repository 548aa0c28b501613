import Localization

/// What the command of changing the password says.
enum PasswordTexts {
    static let summary = LocalizedText(en: "Change your password", es: "Cambia tu contraseña")
    static let discussion = LocalizedText(
        en: """
            All other devices are logged out; this one stays logged in. It is never kept for later: without a \
            connection nothing is changed. From standard input come two lines, the current password and the new one.
            """,
        es: """
            Se cierra la sesión en los demás dispositivos; en este sigue abierta. Nunca se guarda para más tarde: sin \
            conexión no se cambia nada. De la entrada estándar se leen dos líneas: la contraseña actual y la nueva.
            """)
    static let example = LocalizedText(en: "asks for both passwords", es: "pregunta las dos contraseñas")
    static let scriptExample = LocalizedText(en: "for scripts", es: "para programas")
    static let currentPrompt = LocalizedText(en: "Current password", es: "Contraseña actual")
    static let newPrompt = LocalizedText(en: "New password", es: "Contraseña nueva")
    static let againPrompt = LocalizedText(en: "Password again", es: "Repite la contraseña")
    static let changed = LocalizedText(
        en: "Your password is changed. All other devices are logged out; this one stays logged in.",
        es: "Tu contraseña ha cambiado. Se cerró la sesión en los demás dispositivos; en este sigue abierta.")
}
