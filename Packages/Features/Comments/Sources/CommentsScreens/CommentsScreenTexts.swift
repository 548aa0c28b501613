import Localization

/// What screens say about comments.
enum CommentsScreenTexts {
    static let heading = LocalizedText(en: "Comments", es: "Comentarios")
    static let none = LocalizedText(en: "Nobody has said anything yet.", es: "Nadie ha dicho nada todavía.")

    static let later = LocalizedText(en: "Later comments", es: "Comentarios posteriores")
    static let first = LocalizedText(en: "From the first comment", es: "Desde el primer comentario")
    static let picture = LocalizedText(en: "To the picture", es: "A la imagen")
    static let message = LocalizedText(en: "Say something about it", es: "Di algo de ella")
    static let send = LocalizedText(en: "Post the comment", es: "Publicar el comentario")
    static let logInToSay = LocalizedText(
        en: "Log in to say something about it.", es: "Inicia sesión para decir algo de ella.")
    static let waits = LocalizedText(en: "Waits to be posted", es: "Espera a publicarse")
    static let sentLater = LocalizedText(
        en: "It is posted as soon as there is a connection.", es: "Se publica en cuanto haya conexión.")
    static let author = LocalizedText(en: "author", es: "autor")
    static let delete = LocalizedText(en: "Delete", es: "Borrar")

    /// Which comment it is, by how it begins.
    static func delete(_ text: String, by author: String) -> LocalizedText {
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        let start = line.count > 40 ? line.prefix(40) + "…" : line
        return LocalizedText(
            en: "Delete the comment of \(author), “\(start)”", es: "Borrar el comentario de \(author), «\(start)»")
    }

    static let deletionQuestion = LocalizedText(en: "Delete this comment?", es: "¿Borrar este comentario?")
    static let deletionMeans = LocalizedText(
        en: "It goes for everybody and can't be brought back.",
        es: "Desaparece para todo el mundo y no se puede recuperar.")
    static let keepIt = LocalizedText(en: "Keep it", es: "Conservarlo")
    static let notYours = LocalizedText(
        en: "There is no such comment of yours, or not any more.", es: "No tienes ese comentario, o ya no existe.")
    static let unknownPicture = LocalizedText(
        en: "There is no such picture, or not any more.", es: "No existe esa imagen, o ya no existe.")
    static let unknownCursor = LocalizedText(
        en: "There is no such comment to go on from. Begin with the first one.",
        es: "No existe ese comentario desde el que seguir. Empieza por el primero.")
}
