import AtomicFiles
public import CoreModels
public import FeedAPI
import FoundationEssentials
import Localization
public import OfflineQueueAPI
import Presenting
public import SessionsAPI

/// Publishes a picture that waited, when its author is logged in again.
public struct QueuedPost: QueuedRequestHandling {
    /// Pictures.
    public let kind = QueuedRequestKind.post
    private let posting: any ImagePosting
    private let sessions: any SessionStoring
    private let folder: String

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - posting: Asks the server, and keeps nothing.
    ///   - sessions: Tells who is logged in.
    ///   - folder: On whose disk the picture is while it is sent, without a name.
    public init(posting: any ImagePosting, sessions: any SessionStoring, folder: String) {
        self.posting = posting
        self.sessions = sessions
        self.folder = folder
    }

    /// Publishes the picture.
    public func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        guard let (picture, content) = WaitingPicture.read(request.payload) else {
            return .refused(QueueProblem(code: "unreadable", text: Self.unreadable))
        }
        guard await sessions.load().person?.id == picture.author else { return Self.needsLogin }
        let file: NamelessFile
        do throws(FileError) {
            file = try NamelessFile(in: folder, content: content)
        } catch {
            return .failed(QueueProblem(code: "file_error", text: error.text))
        }
        defer { withExtendedLifetime(file) {} }
        do throws(ImagePostingError) {
            _ = try await posting.post(
                ImageDraft(
                    file: file.path, description: picture.description, location: picture.location,
                    isPublic: picture.isPublic, author: picture.author), progress: nil)
            return .done(Self.published(picture.description))
        } catch {
            return Self.answer(to: error)
        }
    }

    /// In the name of its author.
    public func owner(of payload: Secret) -> UserID? {
        WaitingPicture.read(payload)?.picture.author
    }

    /// Only what the server says about the picture is final.
    private static func answer(to error: ImagePostingError) -> QueuedRequestAnswer {
        switch error {
        case .connectivity, .waiting, .cancelled: .unreachable(error.text)
        // Somebody else has logged in since it was looked at.
        case .notLoggedIn, .interrupted: needsLogin
        case .impossible(let obstacle) where obstacle.code == "not_logged_in": needsLogin
        case .refused: .refused(QueueProblem(presenting: error))
        case .tooLarge: .refused(QueueProblem(presenting: error))
        case .unreadable: .failed(QueueProblem(presenting: error))
        case .impossible(let obstacle) where obstacle.isFinal: .refused(QueueProblem(presenting: error))
        case .impossible: .failed(QueueProblem(presenting: error))
        case .busy(let retryAfter):
            .failed(QueueProblem(presenting: error), retryAfter: retryAfter)
        case .postponed: .failed(QueueProblem(presenting: error))
        case .tooMany(let retryAfter):
            .failed(QueueProblem(presenting: error), retryAfter: retryAfter)
        case .emailNotVerified: .failed(QueueProblem(presenting: error))
        case .kept(let error, _): answer(to: error)
        case .server, .invalidData: .failed(QueueProblem(code: "server_error", text: error.text))
        }
    }

    /// By what it shows, which says more to people than its identifier.
    private static func published(_ description: String?) -> LocalizedText {
        guard let line = description?.split(whereSeparator: \.isNewline).first else {
            return LocalizedText(en: "Your picture is published.", es: "Tu imagen está publicada.")
        }
        let start = line.count > 60 ? line.prefix(60) + "…" : line
        return LocalizedText(
            en: "Your picture is published: “\(start)”", es: "Tu imagen está publicada: «\(start)»")
    }

    private static let needsLogin = QueuedRequestAnswer.blocked(
        QueueProblem(
            code: "not_logged_in",
            text: LocalizedText(
                en: "It is published when the person whose it is logs in.",
                es: "Se publica cuando su autor inicie sesión.")))
    private static let unreadable = LocalizedText(
        en: "A picture that waited can't be read. Post it again.",
        es: "No se puede leer una imagen que esperaba. Vuelve a publicarla.")
}
