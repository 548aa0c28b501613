public import CoreModels
public import FoundationEssentials
public import Localization
public import Presenting

/// Loads what was said about a picture, page by page.
///
/// Calls may run at the same time; a cancelled call throws `.cancelled`.
public protocol CommentsLoading: Sendable {
    /// Loads a page of the comments on a picture, the oldest first.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - cursor: The comment after which the page starts; nil for the oldest.
    ///   - limit: How many comments at most, from 1 to 100.
    /// - Throws: ``CommentsError``.
    func loadComments(
        on image: ImageID, after cursor: CommentID?, limit: Int
    ) async throws(CommentsError) -> CommentsPage
}

/// Says something about a picture.
public protocol CommentPosting: Sendable {
    /// Posts a comment in the name of the person who is logged in.
    ///
    /// Unless the server refuses what it says, a comment that isn't posted waits on this device, sealed, for at
    /// most 24 hours: without a connection, when the server fails, when the session turns out to be over, when the
    /// address has to be proved first, and when the person has written as much as one may in a time. It is sent in
    /// the name of the same person only. It is kept before it is sent, so that whatever ends the program or the call
    /// meanwhile loses nothing.
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

    /// What the person who is logged in said with a request that waits, by the
    /// name of the request; nil also if that can't be read.
    func waitingComment(_ name: UUID) async -> CommentMessage?

    /// About which pictures the person who is logged in said something that waits, and
    /// how much; nothing also if that can't be read.
    func waitingCounts() async -> [ImageID: Int]
}

/// Why comments could not be loaded or posted.
public enum CommentsError: Error, Hashable, Sendable {
    /// The server can't be reached; the text says what is in the way.
    case connectivity(LocalizedText)
    /// The server has no time now; the text says so, and until when if the
    /// server did.
    case busy(LocalizedText, retryAfter: Duration?)
    /// The server can't be reached, and the comment waits; the text says so.
    case waiting(LocalizedText)
    /// The session is over, and the comment waits until the person logs in
    /// again; the text says so.
    case interrupted(LocalizedText)
    /// The person has written as many comments as one may in a time, and this
    /// one waits; the text says until when.
    case postponed(LocalizedText)
    /// The person has written as many comments as one may in a time; when there
    /// is room again, if the server says so. Nothing was kept.
    case tooMany(retryAfter: Duration?)
    /// The request can't be made as things are on this device: its credentials
    /// can't be read, or the address isn't safe. Nothing was sent; the code is a
    /// stable word for scripts, and the text says what to do.
    case impossible(Obstacle)
    /// The server failed, which says nothing about the comment; what to tell of it.
    case server(LocalizedText)
    /// This came in the way, and the comment waits; the text says so.
    indirect case kept(CommentsError, LocalizedText)
    /// The answer can't be understood.
    case invalidData
    /// The server has no comments at all.
    case noComments
    /// There is no such picture.
    case imageNotFound
    /// There is no such comment on the picture, or not any more.
    case commentNotFound
    /// The comment after which the page was to start isn't on the picture.
    case unknownCursor
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

    /// Whether the comment is kept, to be posted later.
    public var isWaiting: Bool {
        switch self {
        case .waiting, .interrupted, .postponed, .kept: true
        default: false
        }
    }

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .connectivity(let text), .busy(let text, _), .waiting(let text), .interrupted(let text),
            .postponed(let text), .refused(let text), .kept(_, let text):
            text
        case .server(let text): text + LocalizedText(en: "Try again later.", es: "Inténtalo más tarde.")
        case .impossible(let obstacle): obstacle.text
        case .tooMany(let retryAfter):
            LocalizedText(
                en: "You have written as many comments as one may for now.",
                es: "Has escrito todos los comentarios que se permiten por ahora.")
                + Self.goOn(in: retryAfter)
        case .invalidData:
            LocalizedText(
                en: "The server's answer can't be understood. Check its address, or try again later.",
                es: "No se entiende la respuesta del servidor. Comprueba su dirección o inténtalo más tarde.")
        case .noComments:
            LocalizedText(en: "This server has no comments.", es: "Este servidor no tiene comentarios.")
        case .imageNotFound:
            LocalizedText(
                en: "There is no such picture. Look for its identifier in the feed.",
                es: "No existe esa imagen. Busca su identificador en las novedades.")
        case .commentNotFound:
            LocalizedText(
                en: "There is no such comment, or not any more.", es: "No existe ese comentario, o ya no existe.")
        case .unknownCursor:
            LocalizedText(
                en: "The picture has no comment with this identifier. Load the comments from their start.",
                es: "La imagen no tiene ningún comentario con ese identificador. Carga los comentarios desde el "
                    + "principio.")
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
    private static func goOn(in time: Duration?) -> LocalizedText {
        guard let time else { return LocalizedText(en: "Go on later.", es: "Sigue más tarde.") }
        return LocalizedText(
            en: "You can go on in \(time.minutesToWait) min.", es: "Podrás seguir en \(time.minutesToWait) min.")
    }
}
