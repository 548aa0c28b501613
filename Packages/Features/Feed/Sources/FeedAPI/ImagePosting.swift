public import CoreModels
public import Localization
public import Presenting

/// Publishes pictures.
///
/// Posting the same file with the same words again, after whatever failure,
/// makes one picture: the server recognises it. Calls may run at the same time.
public protocol ImagePosting: Sendable {
    /// Publishes a picture.
    ///
    /// - Parameter progress: Hears how many bytes of the upload were sent, from
    ///   any thread; it has to return at once.
    /// - Returns: The picture as it is in the feed.
    /// - Throws: ``ImagePostingError``, each case for what it says.
    func post(
        _ draft: ImageDraft, progress: (@Sendable (ImageUploadProgress) -> Void)?
    ) async throws(ImagePostingError) -> FeedImage
}

/// A picture that is to be published.
public struct ImageDraft: Hashable, Sendable {
    /// How many characters (Unicode code points) a description may have.
    public static let maximumDescription = 500
    /// How many characters a location may have.
    public static let maximumLocation = 100

    /// The path of the file.
    public let file: String
    /// What the person calls the file; nil for its path's last part.
    public let name: String?
    /// What it shows.
    public let description: String?
    /// Where it was taken; the file's own word on it is never published.
    public let location: String?
    /// Whether everyone may see it, or only who is logged in.
    public let isPublic: Bool
    /// In whose name and nobody else's, also if somebody else logs in meanwhile;
    /// nil for whoever is logged in.
    public let author: UserID?

    /// Creates a draft.
    public init(
        file: String, called name: String? = nil, description: String?, location: String?, isPublic: Bool,
        author: UserID? = nil
    ) {
        self.file = file
        self.name = name
        self.description = description
        self.location = location
        self.isPublic = isPublic
        self.author = author
    }

    /// The same in the name of a person.
    public func published(by author: UserID?) -> ImageDraft {
        ImageDraft(
            file: file, called: name, description: description, location: location, isPublic: isPublic, author: author)
    }
}

/// How much of an upload was sent.
public struct ImageUploadProgress: Hashable, Sendable {
    /// The bytes that were sent.
    public let sentBytes: Int
    /// The bytes in all.
    public let totalBytes: Int

    /// Creates a state of progress.
    public init(sentBytes: Int, totalBytes: Int) {
        self.sentBytes = sentBytes
        self.totalBytes = totalBytes
    }
}

/// Why a picture could not be published.
public enum ImagePostingError: Error, Hashable, Sendable {
    /// The file can't be read, or is none; nothing was sent.
    case unreadable(file: String)
    /// The server can't be reached or broke off; the text says what is in the
    /// way. The picture may have been published all the same.
    case connectivity(LocalizedText)
    /// The request can't be made as things are on this device: its credentials
    /// can't be read, or the address isn't safe. Nothing was sent; the code is a
    /// stable word for scripts, and the text says what to do.
    case impossible(Obstacle)
    /// The server refuses the picture or what is said about it; the code is a
    /// stable word for scripts, and the reason is the server's.
    case refused(code: String, LocalizedText)
    /// The file is larger than the server takes.
    case tooLarge
    /// The server has no time or had too many uploads from here; until when, if it
    /// says so.
    case busy(retryAfter: Duration?)
    /// The server can't be reached, and the picture waits; the text says so.
    case waiting(LocalizedText)
    /// The person has published as many pictures as one may in a time, and this
    /// one waits; the text says until when.
    case postponed(LocalizedText)
    /// The person has published as many pictures as one may in a time; when there
    /// is room again, if the server says so. Nothing was kept.
    case tooMany(retryAfter: Duration?)
    /// The server failed, which says nothing about the picture; what to tell of it.
    case server(LocalizedText)
    /// This came in the way, and the picture waits; the text says so.
    indirect case kept(ImagePostingError, LocalizedText)
    /// The answer can't be understood.
    case invalidData
    /// Nobody is logged in, or the session is over.
    case notLoggedIn
    /// The session is over, and the picture waits until the person logs in
    /// again; the text says so.
    case interrupted(LocalizedText)
    /// The address isn't confirmed yet.
    case emailNotVerified
    /// The call was cancelled.
    case cancelled

    /// What is in the way of a picture that may be published later; nil if
    /// nothing is, or no time will help.
    public var obstacle: LocalizedText? {
        switch self {
        case .connectivity(let text): text
        case .busy: Self.noTime
        case .server(let text): text
        case .invalidData:
            LocalizedText(
                en: "The server's answer can't be understood.", es: "No se entiende la respuesta del servidor.")
        // Whoever is logged in now isn't who chose it.
        case .impossible(let obstacle) where obstacle.code == "not_logged_in": nil
        case .impossible(let obstacle): obstacle.isFinal ? nil : obstacle.text
        case .tooMany, .notLoggedIn, .emailNotVerified: text
        case .unreadable, .refused, .tooLarge, .waiting, .postponed, .interrupted, .kept, .cancelled: nil
        }
    }

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .unreadable(let file):
            LocalizedText(
                en: "\(file) can't be read, or is no file. Nothing was sent.",
                es: "No se puede leer \(file), o no es un archivo. No se envió nada.")
        case .connectivity(let text):
            text
                + LocalizedText(
                    en: "Post the same again when there is a connection: it is published once.",
                    es: "Publica lo mismo de nuevo cuando haya conexión: se publica una sola vez.")
        case .impossible(let obstacle): obstacle.text
        case .interrupted(let text), .waiting(let text), .postponed(let text), .kept(_, let text): text
        case .server(let text):
            text
                + LocalizedText(
                    en: "Post the same again later: it is published once.",
                    es: "Publica lo mismo más tarde: se publica una sola vez.")
        case .refused(_, let reason):
            LocalizedText(en: "The picture wasn't published.", es: "La imagen no se publicó.") + reason
        case .tooLarge:
            LocalizedText(
                en: "The file is larger than the server takes. Make the picture smaller.",
                es: "El archivo es mayor de lo que admite el servidor. Reduce la imagen.")
        case .busy:
            Self.noTime
                + LocalizedText(
                    en: "Nothing of it was kept. Try again in a few minutes.",
                    es: "No guardó nada. Inténtalo en unos minutos.")
        case .tooMany(let retryAfter):
            LocalizedText(
                en: "You have published as many pictures as one may for now.",
                es: "Has publicado todas las imágenes que se permiten por ahora.")
                + Self.goOn(in: retryAfter)
        case .invalidData: .answerNotUnderstood
        case .notLoggedIn:
            LocalizedText(
                en: "You need to log in to publish a picture.",
                es: "Debes iniciar sesión para publicar una imagen.")
        case .emailNotVerified:
            LocalizedText(
                en: "Confirm your email address before you publish a picture.",
                es: "Confirma tu dirección de correo antes de publicar una imagen.")
        case .cancelled: .cancelled
        }
    }

    private static let noTime = LocalizedText(
        en: "The server can't take the picture now.", es: "El servidor no puede recibir ahora la imagen.")

    private static func goOn(in time: Duration?) -> LocalizedText {
        guard let time else { return LocalizedText(en: "Go on later.", es: "Sigue más tarde.") }
        return LocalizedText(
            en: "You can go on in \(time.minutesToWait) min.", es: "Podrás seguir en \(time.minutesToWait) min.")
    }
}
