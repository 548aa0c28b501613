public import Localization

extension IntegrityFinding {
    /// What was found, as a sentence.
    public var text: LocalizedText {
        switch kind {
        case .root:
            LocalizedText(
                en: "The program runs as root, who may do everything on this machine.",
                es: "El programa se ejecuta como root, que puede hacerlo todo en esta máquina.")
        case .preloadedLibrary:
            LocalizedText(
                en: "Whoever started the program had \(subject) loaded into it first.",
                es: "Quien arrancó el programa hizo cargar antes \(subject) en él.")
        case .systemPreload:
            LocalizedText(
                en: "This system loads \(subject) into every program.",
                es: "Este sistema carga \(subject) en todos los programas.")
        case .injectedCode:
            LocalizedText(
                en: "Code that isn't the program's runs inside it: \(subject).",
                es: "Dentro del programa se ejecuta código que no es suyo: \(subject).")
        case .writableLibrary:
            LocalizedText(
                en: "Others on this machine can replace the library \(subject), which the program uses.",
                es: "Otros en esta máquina pueden sustituir la biblioteca \(subject), que el programa usa.")
        case .writableProgram:
            LocalizedText(
                en: "Others on this machine can replace the program: they may write to \(subject).",
                es: "Otros en esta máquina pueden sustituir el programa: pueden escribir en \(subject).")
        case .writableConfiguration:
            LocalizedText(
                en: "Others on this machine can change how the program is configured: they may write to \(subject).",
                es: "Otros en esta máquina pueden cambiar la configuración: pueden escribir en \(subject).")
        case .looseVault:
            LocalizedText(
                en: "Others on this machine can get at the vault's files: \(subject).",
                es: "Otros en esta máquina tienen acceso a los archivos de la caja fuerte: \(subject).")
        case .tracer:
            LocalizedText(
                en: "Another program controls this one and sees all that it has: \(subject).",
                es: "Otro programa controla este y ve todo lo que tiene: \(subject).")
        case .missingManifest:
            LocalizedText(
                en: "The program \(subject) lost the manifest with which it was released.",
                es: "El programa \(subject) perdió el manifiesto con el que se publicó.")
        case .invalidManifest:
            LocalizedText(
                en: "The manifest of the program \(subject) wasn't signed by those who release it.",
                es: "El manifiesto del programa \(subject) no lo firmó quien lo publica.")
        case .foreignManifest:
            LocalizedText(
                en: "The manifest of the program \(subject) is that of another build.",
                es: "El manifiesto del programa \(subject) es el de otra compilación.")
        case .changedProgram:
            LocalizedText(
                en: "The program \(subject) isn't as it was released: it was changed, or its disk fails.",
                es: "El programa \(subject) no es como se publicó: lo cambiaron o falla el disco.")
        }
    }
}

extension IntegrityViolation {
    /// Why it matters, as a sentence.
    public var meaning: LocalizedText {
        switch self {
        case .device:
            LocalizedText(
                en:
                    "Whoever does that can read what the program keeps secret, such as passwords, or change what it does.",
                es:
                    "Quien hace eso puede leer lo que el programa guarda en secreto, como contraseñas, o cambiar lo que hace."
            )
        case .debugger:
            LocalizedText(
                en: "Passwords and keys lie open to it.", es: "Las contraseñas y claves quedan a su vista.")
        case .program:
            LocalizedText(
                en: "Nobody can say what it does with passwords and keys.",
                es: "Nadie puede decir qué hace con contraseñas y claves.")
        }
    }

    /// What can be done, as sentences.
    public var remedy: LocalizedText {
        switch self {
        case .device:
            LocalizedText(
                en:
                    "If you don't know of it, change your password from another device. If it is meant to be so, name it in "
                    + "integrity.ignored or integrity.libraries.",
                es:
                    "Si no sabes de ello, cambia tu contraseña desde otro dispositivo. Si es lo que quieres, indícalo en "
                    + "integrity.ignored o integrity.libraries.")
        case .debugger:
            LocalizedText(
                en: "End that program, then start again. If it is yours, set integrity.debugger to ignore.",
                es: "Termina ese programa y vuelve a empezar. Si es tuyo, pon integrity.debugger en ignore.")
        case .program:
            LocalizedText(
                en: "Install the program again from where you trust it; what you keep stays.",
                es: "Vuelve a instalar el programa desde un lugar de confianza; lo que guardas se queda.")
        }
    }
}
