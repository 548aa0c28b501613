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
    static let againPrompt = LocalizedText(en: "Once more", es: "Otra vez")
    static let changed = LocalizedText(
        en: "Your password is changed. All other devices are logged out; this one stays logged in.",
        es: "Tu contraseña ha cambiado. Se cerró la sesión en los demás dispositivos; en este sigue abierta.")
    static let nothingChanged = LocalizedText(en: "Nothing was changed.", es: "No se cambió nada.")
    static let logInHint = LocalizedText(en: "Log in with: essential login", es: "Inicia sesión con: essential login")
    static let recoverHint = LocalizedText(
        en: "Forgot the password? Set a new one with: essential recover",
        es: "¿Has olvidado la contraseña? Elige otra con: essential recover")
    static let notQueued =
        LocalizedText(
            en: """
                A change of password is never kept to be sent later, since the password would lie on this device: run \
                it again when the server can be reached.
                """,
            es: """
                Un cambio de contraseña nunca se guarda para enviarlo más tarde, porque la contraseña quedaría en este \
                dispositivo: repítelo cuando haya conexión.
                """) + mayCount
    static let mayCount = LocalizedText(
        en: "If the request was already on its way, the new password may count already; try that one first.",
        es: "Si la petición ya estaba en camino, puede que ya valga la contraseña nueva; prueba primero con ella.")
    static let storageHint = LocalizedText(
        en: "The new password counts. You stay logged in with what is stored.",
        es: "La contraseña nueva ya vale. Sigues con la sesión iniciada con lo que está guardado.")
}
