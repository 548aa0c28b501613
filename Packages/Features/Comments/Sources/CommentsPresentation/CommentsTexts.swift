import CoreModels
import Localization

/// What the commands of comments say.
enum CommentsTexts {
    static let listSummary = LocalizedText(
        en: "Show what was said about a picture", es: "Muestra lo que se dijo de una imagen")
    static let listDiscussion = LocalizedText(
        en: """
            The oldest come first, a page at a time. What you wrote and what still waits on this device comes \
            behind them.
            """,
        es: """
            Primero los más antiguos, página a página. Lo que escribiste y aún espera en este dispositivo va detrás.
            """)
    static let limitOption = LocalizedText(en: "Comments on a page", es: "Comentarios por página")
    static let afterOption = LocalizedText(
        en: "Start after this comment", es: "Empieza después de este comentario")
    static let allOption = LocalizedText(
        en: "Show all pages without asking", es: "Muestra todas las páginas sin preguntar")
    static let listAllExample = LocalizedText(en: "all of them", es: "todos")

    /// - Parameter number: That of the last one in the list.
    static func moreWith(_ number: Int, on image: ImageID) -> LocalizedText {
        let picture = "\(image)".prefix(8)
        return LocalizedText(
            en: "There are more: essential comments \(picture) --after \(number)",
            es: "Hay más: essential comments \(picture) --after \(number)")
    }

    static func all(on image: ImageID) -> LocalizedText {
        let picture = "\(image)".prefix(8)
        return LocalizedText(
            en: "There are more: essential comments \(picture)", es: "Hay más: essential comments \(picture)")
    }

    static let postSummary = LocalizedText(en: "Say something about a picture", es: "Di algo de una imagen")
    static let postDiscussion = LocalizedText(
        en: "You have to be logged in, and your email address has to be confirmed.",
        es: "Debes haber iniciado sesión y tener confirmada tu dirección de correo.")
    static let listExample = LocalizedText(en: "read the comments", es: "lee los comentarios")
    static let postExample = LocalizedText(en: "write one", es: "escribe uno")
    static let imageArgument = LocalizedText(
        en: "The picture: its number in the last list, its identifier or the beginning of that",
        es: "La imagen: su número en la última lista, su identificador o el comienzo de este")
    static let messageArgument = LocalizedText(
        en: "What to say, 1 to 2000 characters (asked for if left out)",
        es: "Lo que quieres decir, de 1 a 2000 caracteres (si falta, se pregunta)")
    static let messagePrompt = LocalizedText(en: "Comment", es: "Comentario")
    static let empty = LocalizedText(
        en: "Nobody has said anything yet. Be the first: essential comment ID MESSAGE",
        es: "Nadie ha dicho nada todavía. Sé el primero: essential comment ID MENSAJE")
    static let you = LocalizedText(en: "You", es: "Tú")
    static let waiting = LocalizedText(en: "(waits on this device)", es: "(espera en este dispositivo)")
    static let seeQueue = LocalizedText(
        en: "What waits is posted when it can be: essential queue",
        es: "Lo que espera se publica cuando se puede: essential queue")
    static let deleteSummary = LocalizedText(en: "Delete a comment of yours", es: "Borra un comentario tuyo")
    static let deleteDiscussion = LocalizedText(
        en: """
            It needs a connection. A comment that still waits on this device is taken back with: \
            essential queue drop ID
            """,
        es: """
            Necesita conexión. Un comentario que aún espera en este dispositivo se retira con: \
            essential queue drop ID
            """)
    static let deleteExample = LocalizedText(en: "take one back", es: "retira uno")
    static let commentArgument = LocalizedText(
        en: "The comment: its number in the last list, its identifier or the beginning of that",
        es: "El comentario: su número en la última lista, su identificador o el comienzo de este")
    static let deleted = LocalizedText(en: "Your comment is deleted.", es: "Tu comentario está borrado.")
    static let posted = LocalizedText(en: "Your comment is posted.", es: "Tu comentario está publicado.")
    static let nothingSent = LocalizedText(en: "Nothing was sent.", es: "No se envió nada.")
    static let author = LocalizedText(en: "(author)", es: "(autor)")
    static let mixedScripts = LocalizedText(en: "(letters of several scripts)", es: "(letras de varios alfabetos)")
    static let letterForms = LocalizedText(en: "(letters of another form)", es: "(letras de otra forma)")
}
