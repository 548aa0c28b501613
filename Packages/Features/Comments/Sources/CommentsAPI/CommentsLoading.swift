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

/// Tells what waits to be said about a picture.
public protocol WaitingCommentCounting: Sendable {
    /// How many comments on a picture wait on this device; 0 also if that can't
    /// be said.
    func waitingComments(on image: ImageID) async -> Int
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
