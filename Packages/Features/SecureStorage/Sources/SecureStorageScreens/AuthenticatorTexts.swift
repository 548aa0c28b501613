import Localization

/// What the screens say about authenticators.
enum AuthenticatorTexts {
    static let unlock = LocalizedText(
        en: "Unlock by fingerprint, face, PIN or stick", es: "Abrir con huella, cara, PIN o llave USB")
    static let passphraseOnly = LocalizedText(
        en: "An authenticator didn't open the vault three times. Type the pass phrase.",
        es: "Un autenticador no abrió la caja fuerte tres veces. Escribe la frase de paso.")

    static func isVoid(_ name: String) -> LocalizedText {
        LocalizedText(
            en:
                "“\(name)” opens the vault no more: its key was replaced, the authenticator was changed, or an earlier "
                + "version of this program set it up. Type the pass phrase; then you can set it up anew.",
            es:
                "«\(name)» ya no abre la caja fuerte: se cambió su clave, cambió el autenticador o lo configuró una "
                + "versión anterior de este programa. Escribe la frase de paso; después puedes configurarlo de nuevo.")
    }

    static let heading = LocalizedText(
        en: "Opening it without the pass phrase", es: "Abrirla sin la frase de paso")
    static let what = LocalizedText(
        en:
            "An authenticator that verifies you, such as a fingerprint reader or a stick with a PIN, can open the vault "
            + "in this program. The pass phrase stays, and the terminal asks for it as before.",
        es: "Un autenticador que te verifica, como un lector de huellas o una llave USB con PIN, puede abrir la caja "
            + "fuerte en este programa. La frase de paso se queda, y la terminal la pide como antes.")
    static let needsPassphrase = LocalizedText(
        en: "For that the vault needs a pass phrase first.",
        es: "Para eso la caja fuerte necesita antes una frase de paso.")
    static let none = LocalizedText(en: "There is none yet.", es: "Aún no hay ninguno.")
    static let madeAt = LocalizedText(en: "Set up on", es: "Configurado el")
    static let voidFact = LocalizedText(
        en: "It opens nothing any more: set it up anew.", es: "Ya no abre nada: configúralo de nuevo.")
    static let begin = LocalizedText(en: "Set one up", es: "Configurar uno")
    static let beginAnew = LocalizedText(en: "Set it up anew", es: "Configurarlo de nuevo")
    static let remove = LocalizedText(en: "Remove it", es: "Quitarlo")
    static let removeQuestion = LocalizedText(
        en: "Have this authenticator open the vault no more?",
        es: "¿Hacer que este autenticador ya no abra la caja fuerte?")
    static let removeMeans = LocalizedText(
        en: "The pass phrase goes on opening it. To have the authenticator open it again, you set it up anew.",
        es: "La frase de paso la sigue abriendo. Para que el autenticador vuelva a abrirla, se configura de nuevo.")
    static let keepIt = LocalizedText(en: "Keep it", es: "Conservarlo")
    static let removed = LocalizedText(
        en:
            "It opens the vault no more. Where somebody has it and may have a copy of the vault, protect the vault anew: "
            + "that replaces its key.",
        es: "Ya no abre la caja fuerte. Si alguien lo tiene y puede tener una copia de ella, protégela de nuevo: eso "
            + "cambia su clave.")
    static let settingUp = LocalizedText(en: "Set up an authenticator", es: "Configurar un autenticador")
    static let howItIsDone = LocalizedText(
        en: "Your browser asks you twice: once to make something for this program, and once to try it. Nothing of your "
            + "fingerprint or PIN gets here.",
        es:
            "Tu navegador te pregunta dos veces: una para crear algo para este programa y otra para probarlo. Nada de tu "
            + "huella o PIN llega aquí.")
    static let name = LocalizedText(en: "Name", es: "Nombre")
    static let nameIt = LocalizedText(
        en: "Give it a name of up to 64 letters.", es: "Dale un nombre de hasta 64 letras.")
    static let suggestedName = LocalizedText(en: "This device", es: "Este dispositivo")
    static let ask = LocalizedText(en: "Ask the authenticator", es: "Preguntar al autenticador")
    static let added = LocalizedText(
        en: "It is set up. From now on it opens the vault in this program.",
        es: "Está configurado. Desde ahora abre la caja fuerte en este programa.")
}
