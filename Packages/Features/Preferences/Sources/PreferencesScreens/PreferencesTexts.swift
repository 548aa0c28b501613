import Localization
import ScreensAPI

/// What the screen of preferences says; a theme's name is said here and nowhere
/// else.
enum PreferencesTexts {
    static let title = LocalizedText(en: "Preferences", es: "Preferencias")
    static let ofThisBrowser = LocalizedText(
        en: "How pages look in this browser, whoever uses it. It is kept here, and told to nobody.",
        es:
            "Cómo se ven las páginas en este navegador, lo use quien lo use. Se guarda aquí y no se le cuenta "
            + "a nadie.")
    static let saved = LocalizedText(
        en: "Saved. It holds for all pages.", es: "Guardado. Vale para todas las páginas.")
    static let save = LocalizedText(en: "Save", es: "Guardar")

    static let theme = LocalizedText(en: "Theme", es: "Tema")
    static let noTheme = LocalizedText(
        en: "Choose one of the themes. Nothing was changed.", es: "Elige uno de los temas. No se ha cambiado nada.")

    static func name(of theme: Theme) -> LocalizedText {
        switch theme {
        case .light: LocalizedText(en: "Light", es: "Claro")
        case .dark: LocalizedText(en: "Dark", es: "Oscuro")
        case .system: LocalizedText(en: "System", es: "Sistema")
        }
    }

    static let language = LocalizedText(en: "Language", es: "Idioma")
    static let browsersLanguage = LocalizedText(en: "As the browser says", es: "El que diga el navegador")

    /// A language is found by those who speak it.
    static func name(of language: Language) -> LocalizedText {
        switch language {
        case .english: LocalizedText(verbatim: "English")
        case .spanish: LocalizedText(verbatim: "Español")
        }
    }

    static let keys = LocalizedText(en: "Single-key shortcuts", es: "Atajos de una sola tecla")
    static let keysHint = LocalizedText(
        en:
            "Such as j and k in a list, arrows at a picture, and ? for all of them. Switch them off if you speak to your "
            + "computer or press keys by accident.",
        es: "Como j y k en una lista, las flechas en una imagen y ? para verlos todos. Desactívalos si le hablas a tu "
            + "ordenador o pulsas teclas sin querer.")
    static let masks = LocalizedText(en: "Mask what is sensitive", es: "Ocultar lo delicado")
    static let masksHint = LocalizedText(
        en:
            "Your address and your devices are shown when you ask for them, and hidden again when you leave the window. It "
            + "is on again whenever somebody logs in or out here.",
        es:
            "Tu dirección y tus dispositivos se muestran cuando los pides y se ocultan al salir de la ventana. Se activa "
            + "de nuevo cada vez que alguien inicia o cierra sesión aquí.")
}
