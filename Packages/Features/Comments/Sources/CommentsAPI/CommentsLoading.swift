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
    /// - Returns: The comment as the server keeps it.
    /// - Throws: ``CommentsError``.
    func post(_ message: CommentMessage, on image: ImageID) async throws(CommentsError) -> ImageComment
}

/// Why comments could not be loaded or posted.
public enum CommentsError: Error, Hashable, Sendable {
    /// The server can't be reached; the text says what is in the way.
    case connectivity(LocalizedText)
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
        case .connectivity(let text), .impossible(_, let text), .refused(let text): text
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
