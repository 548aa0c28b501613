public import CoreModels
public import Localization
public import Presenting

/// Takes published pictures back.
public protocol ImageDeleting: Sendable {
    /// Deletes a picture of the person who is logged in, with what was said
    /// about it, also from the caches of this device. Copies that others have
    /// taken remain where they are.
    ///
    /// - Throws: ``ImageDeletionError``, `notFound` also for one that is deleted
    ///   already or is somebody else's; nothing waits for a connection.
    func delete(_ image: ImageID) async throws(ImageDeletionError)
}

/// Why a picture could not be deleted.
public enum ImageDeletionError: Error, Hashable, Sendable {
    /// The server can't be reached; the text says what is in the way. The
    /// picture may be deleted all the same.
    case connectivity(LocalizedText)
    /// The request can't be made as things are on this device: its credentials
    /// can't be read, or the address isn't safe. Nothing was sent; the code is a
    /// stable word for scripts, and the text says what to do.
    case impossible(Obstacle)
    /// The answer can't be understood.
    case invalidData
    /// The person has no such picture.
    case notFound
    /// Nobody is logged in, or the session is over.
    case notLoggedIn
    /// The call was cancelled.
    case cancelled

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .connectivity(let text): text
        case .impossible(let obstacle): obstacle.text
        case .invalidData: .answerNotUnderstood
        case .notFound:
            LocalizedText(
                en: "There is no such picture of yours. Look for its identifier in the feed.",
                es: "No tienes esa imagen. Busca su identificador en las novedades.")
        case .notLoggedIn:
            LocalizedText(
                en: "You need to log in to delete a picture.", es: "Debes iniciar sesión para borrar una imagen.")
        case .cancelled: .cancelled
        }
    }
}
