import Localization

/// What screens say about comments.
enum CommentsScreenTexts {
    static let heading = LocalizedText(en: "Comments", es: "Comentarios")
    static let none = LocalizedText(en: "Nobody has said anything yet.", es: "Nadie ha dicho nada todavía.")
    static let later = LocalizedText(en: "Later comments", es: "Comentarios posteriores")
    static let first = LocalizedText(en: "From the first comment", es: "Desde el primer comentario")
    static let unknownCursor = LocalizedText(
        en: "There is no such comment to go on from. Begin with the first one.",
        es: "No existe ese comentario desde el que seguir. Empieza por el primero.")
}
