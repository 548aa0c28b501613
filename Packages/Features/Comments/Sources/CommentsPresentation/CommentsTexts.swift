import Localization

/// What the commands of comments say.
enum CommentsTexts {
    static let listSummary = LocalizedText(
        en: "Show what was said about a picture", es: "Muestra lo que se dijo de una imagen")
    static let postSummary = LocalizedText(en: "Say something about a picture", es: "Di algo de una imagen")
    static let postDiscussion = LocalizedText(
        en: "You have to be logged in, and your email address has to be confirmed.",
        es: "Debes haber iniciado sesión y tener confirmada tu dirección de correo.")
    static let listExample = LocalizedText(en: "read the comments", es: "lee los comentarios")
    static let postExample = LocalizedText(en: "write one", es: "escribe uno")
    static let imageArgument = LocalizedText(
        en: "The picture's identifier, as the feed shows it",
        es: "El identificador de la imagen, como aparece en las novedades")
    static let messageArgument = LocalizedText(
        en: "What to say, 1 to 2000 characters", es: "Lo que quieres decir, de 1 a 2000 caracteres")
    static let empty = LocalizedText(
        en: "Nobody has said anything yet. Be the first: essential comment ID MESSAGE",
        es: "Nadie ha dicho nada todavía. Sé el primero: essential comment ID MENSAJE")
    static let you = LocalizedText(en: "You", es: "Tú")
    static let waiting = LocalizedText(en: "waits on this device", es: "espera en este dispositivo")
    static let seeQueue = LocalizedText(
        en: "What waits is posted when it can be: essential queue list",
        es: "Lo que espera se publica cuando se puede: essential queue list")
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
        en: "The comment's identifier, as the list shows it",
        es: "El identificador del comentario, como aparece en la lista")
    static let deleted = LocalizedText(en: "Your comment is deleted.", es: "Tu comentario está borrado.")
    static let posted = LocalizedText(en: "Your comment is posted.", es: "Tu comentario está publicado.")
    static let logInHint = LocalizedText(en: "Log in with: essential login", es: "Inicia sesión con: essential login")
    static let verifyHint = LocalizedText(
        en: "Confirm it with: essential verify CODE", es: "Confírmala con: essential verify CÓDIGO")
    static let invalidMessage = LocalizedText(
        en: "A comment has 1 to 2000 characters and no control characters. Nothing was sent.",
        es: "Un comentario tiene de 1 a 2000 caracteres y ninguno de control. No se envió nada.")
}
