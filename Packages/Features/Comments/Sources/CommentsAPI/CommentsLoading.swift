public import CoreModels
public import Localization

/// Loads what was said about a picture.
///
/// Calls may run at the same time; a cancelled call throws `.cancelled`.
public protocol CommentsLoading: Sendable {
    /// Loads all comments on a picture, the oldest first.
    ///
    /// - Throws: ``CommentsError``.
    func loadComments(on image: ImageID) async throws(CommentsError) -> [ImageComment]
}

/// Says something about a picture.
public protocol CommentPosting: Sendable {
    /// Posts a comment in the name of the person who is logged in.
    ///
    /// Without a connection, and when the session turns out to be over, the
    /// comment waits on this device, sealed, for at most 24 hours; it is sent
    /// in the name of the same person only.
    ///
    /// - Returns: The comment as the server keeps it.
    /// - Throws: ``CommentsError``.
    func post(_ message: CommentMessage, on image: ImageID) async throws(CommentsError) -> ImageComment
}

/// Takes back what was said about a picture.
public protocol CommentDeleting: Sendable {
    /// Deletes a comment of the person who is logged in.
    ///
    /// - Throws: ``CommentsError``, `commentNotFound` also for one that is
    ///   deleted already; nothing waits for a connection.
    func delete(_ comment: CommentID, on image: ImageID) async throws(CommentsError)
}

/// Tells what waits to be said about a picture.
public protocol WaitingCommentsReading: Sendable {
    /// What the person who is logged in said about a picture and what waits on
    /// this device, the oldest first; nothing also if that can't be read.
    func waitingComments(on image: ImageID) async -> [CommentMessage]
}

/// Why comments could not be loaded or posted.
public enum CommentsError: Error, Hashable, Sendable {
    /// The server can't be reached; the text says what is in the way.
    case connectivity(LocalizedText)
    /// The server can't be reached, and the comment waits; the text says so.
    case waiting(LocalizedText)
    /// The session is over, and the comment waits until the person logs in
    /// again; the text says so.
    case interrupted(LocalizedText)
    /// The request can't be made as things are on this device: its credentials
    /// can't be read, or the address isn't safe. Nothing was sent; the code is a
    /// stable word for scripts, and the text says what to do.
    case impossible(code: String, LocalizedText)
    /// The answer can't be understood.
    case invalidData
    /// There is no such picture.
    case imageNotFound
    /// There is no such comment on the picture, or not any more.
    case commentNotFound
    /// Somebody else wrote the comment.
    case notTheAuthor
    /// The person has to log in for this.
    case notLoggedIn
    /// The person has to confirm the email address first.
    case emailNotVerified
    /// The server refuses the message; its reason.
    case refused(LocalizedText)
    /// The call was cancelled.
    case cancelled

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .connectivity(let text), .waiting(let text), .interrupted(let text), .impossible(_, let text),
            .refused(let text):
            text
        case .invalidData:
            LocalizedText(
                en: "The server's answer can't be understood. Check its address, or try again later.",
                es: "No se entiende la respuesta del servidor. Comprueba su dirección o inténtalo más tarde.")
        case .imageNotFound:
            LocalizedText(
                en: "There is no such picture. Look for its identifier in the feed.",
                es: "No existe esa imagen. Busca su identificador en las novedades.")
        case .commentNotFound:
            LocalizedText(
                en: "There is no such comment, or not any more.", es: "No existe ese comentario, o ya no existe.")
        case .notTheAuthor:
            LocalizedText(
                en: "Somebody else wrote this comment: only its author can delete it.",
                es: "Este comentario lo escribió otra persona: solo su autor puede borrarlo.")
        case .notLoggedIn:
            LocalizedText(en: "You have to log in for this.", es: "Para esto debes iniciar sesión.")
        case .emailNotVerified:
            LocalizedText(
                en: "Confirm your email address first: type the code from the message that was sent to you.",
                es: "Confirma primero tu dirección de correo: escribe el código del mensaje que se te envió.")
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }
}
