import Localization

/// What the screens of passkeys say.
enum PasskeyScreenTexts {
    static let title = LocalizedText(en: "Passkeys", es: "Llaves de acceso")
    static let what = LocalizedText(
        en:
            "With a passkey you log in by your fingerprint, your face or the PIN of your device. Nobody can steal it from "
            + "this server, and no page of somebody else gets it.",
        es: "Con una llave de acceso inicias sesión con tu huella, tu cara o el PIN de tu dispositivo. Nadie puede "
            + "robarla de este servidor, y ninguna página ajena la recibe.")
    static let begin = LocalizedText(en: "Make a passkey", es: "Crear una llave de acceso")
    static let howItIsMade = LocalizedText(
        en: "Your browser asks you where it is to be kept: on this device, on your telephone, or on a stick.",
        es: "Tu navegador te pregunta dónde guardarla: en este dispositivo, en tu teléfono o en una llave USB.")
    static let name = LocalizedText(en: "Name", es: "Nombre")
    static let make = LocalizedText(en: "Make it", es: "Crearla")
    static let rename = LocalizedText(en: "Rename", es: "Cambiar el nombre")
    static let remove = LocalizedText(en: "Remove it", es: "Quitarla")
    static let added = LocalizedText(
        en: "It is made. You can log in with it from now on.",
        es: "Está creada. Desde ahora puedes iniciar sesión con ella.")
    static let orWithOne = LocalizedText(en: "Or with a passkey", es: "O con una llave de acceso")
    static let logIn = LocalizedText(en: "Log in with a passkey", es: "Iniciar sesión con una llave de acceso")
    static let otherWays = LocalizedText(en: "Come in another way", es: "Entrar de otra forma")
    static let itIsMe = LocalizedText(en: "Show it with a passkey", es: "Demostrarlo con una llave de acceso")
}
