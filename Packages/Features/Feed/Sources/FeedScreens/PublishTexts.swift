import Localization

/// What the screens say on which people publish pictures and take them back.
extension FeedScreenTexts {
    static let publish = LocalizedText(en: "Publish", es: "Publicar")
    static let logInToPublish = LocalizedText(
        en: "Log in to publish a picture.", es: "Inicia sesión para publicar una imagen.")
    static let publishTitle = LocalizedText(en: "Publish a picture", es: "Publicar una imagen")
    static let picture = LocalizedText(en: "Picture", es: "Imagen")
    static let pictureHint = LocalizedText(
        en:
            "JPEG, PNG, WebP, GIF, AVIF or HEIC. Hidden data in the file (where and with what it was taken) is removed "
            + "before anybody sees it.",
        es:
            "JPEG, PNG, WebP, GIF, AVIF o HEIC. Los datos ocultos del archivo (dónde y con qué se tomó) se borran antes de "
            + "que nadie la vea.")
    static let description = LocalizedText(en: "What it shows (optional)", es: "Qué muestra (opcional)")
    static let descriptionHint = LocalizedText(
        en: "Also for those who can't see it.", es: "También para quienes no pueden verla.")
    static let location = LocalizedText(en: "Where it was taken (optional)", es: "Dónde se tomó (opcional)")
    static let audience = LocalizedText(en: "Who may see it", es: "Quién puede verla")
    static let forPeople = LocalizedText(en: "People who are logged in", es: "Quienes han iniciado sesión")
    static let forEverybody = LocalizedText(
        en: "Everyone, also without an account", es: "Todo el mundo, también sin cuenta")
    static let noAudience = LocalizedText(
        en: "Choose who may see it. Nothing was published.", es: "Elige quién puede verla. No se publicó nada.")
    static let noPicture = LocalizedText(
        en: "Choose a picture from your device.", es: "Elige una imagen de tu dispositivo.")

    static let published = LocalizedText(en: "Your picture is published.", es: "Tu imagen está publicada.")
    static let deletePicture = LocalizedText(en: "Delete this picture", es: "Borrar esta imagen")
    static let keepIt = LocalizedText(en: "Keep it", es: "Conservarla")
    static let deletionMeans = LocalizedText(
        en:
            "It goes for everybody, with what was said about it, and can't be brought back. Copies that others have taken "
            + "remain where they are.",
        es: "Desaparece para todo el mundo, con lo que se dijo de ella, y no se puede recuperar. Las copias que otros "
            + "hayan hecho se quedan donde están.")
    static let notYours = LocalizedText(
        en: "There is no such picture of yours.", es: "No tienes esa imagen.")

    static func deletionQuestion(_ comments: Int) -> LocalizedText {
        switch comments {
        case 0: LocalizedText(en: "Delete this picture?", es: "¿Borrar esta imagen?")
        case 1: LocalizedText(en: "Delete this picture and its comment?", es: "¿Borrar esta imagen y su comentario?")
        default:
            LocalizedText(
                en: "Delete this picture and its \(comments) comments?",
                es: "¿Borrar esta imagen y sus \(comments) comentarios?")
        }
    }
}
