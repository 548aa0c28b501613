import AtomicFiles
public import CoreModels
public import FeedAPI
import FoundationEssentials
import Glibc
import Localization
public import OfflineQueueAPI
public import SessionsAPI

/// Publishes pictures, and keeps one that can't be published now, sealed, until
/// there is a connection (OFFLINE-01) or the same person is logged in again
/// (TOKEN-23).
///
/// Unless the server refuses the picture or what is said about it, it waits.
///
/// It is published once, also if the same is posted again by hand meanwhile.
public struct PublishCoordinator: ImagePosting {
    /// What the flow needs.
    public struct Dependencies: Sendable {
        /// Publishes pictures.
        public let posting: any ImagePosting
        /// Tells who is logged in.
        public let sessions: any SessionStoring
        /// Keeps what can't be done now.
        public let queue: any RequestQueueing
        /// Names what is kept.
        public let makeID: @Sendable () -> QueuedRequestID

        /// Creates the dependencies.
        public init(
            posting: any ImagePosting, sessions: any SessionStoring, queue: any RequestQueueing,
            makeID: @escaping @Sendable () -> QueuedRequestID
        ) {
            self.posting = posting
            self.sessions = sessions
            self.queue = queue
            self.makeID = makeID
        }
    }

    private let dependencies: Dependencies

    /// Creates the flow.
    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Publishes a picture, now or when that can be.
    public func post(
        _ draft: ImageDraft, progress: (@Sendable (ImageUploadProgress) -> Void)?
    ) async throws(ImagePostingError) -> FeedImage {
        // A session that turns out to be over is gone afterwards.
        let author = await dependencies.sessions.load().person?.id, draft = draft.published(by: author)
        guard let author else { return try await dependencies.posting.post(draft, progress: progress) }
        let payload: Secret
        switch Self.payload(of: draft, by: author) {
        case .kept(let secret): payload = secret
        case .lost(let reason):
            do throws(ImagePostingError) {
                return try await dependencies.posting.post(draft, progress: progress)
            } catch {
                guard case .connectivity(let obstacle) = error, let reason else { throw error }
                throw .connectivity(obstacle + reason)
            }
        }
        let id = dependencies.makeID()
        // Whatever ends the program meanwhile, the person hears when it is published.
        func request(isTold: Bool = true, retryAfter: Duration? = nil) -> QueuedRequest {
            QueuedRequest(
                id: id, kind: .post, subject: draft.title, owner: author, payload: payload, wantsNotice: isTold,
                retryAfter: retryAfter)
        }
        let outcome = await dependencies.queue.sending(request()) {
            () async -> (value: Result<FeedImage, ImagePostingError>, waits: Bool) in
            do throws(ImagePostingError) {
                return (.success(try await dependencies.posting.post(draft, progress: progress)), false)
            } catch {
                let error = await keep(request(isTold: error.isTold, retryAfter: error.patience), after: error)
                // Nobody refused what was called off: it waits as if the program had ended.
                return (.failure(error), error.isWaiting || error == .cancelled)
            }
        }
        return try outcome.get()
    }

    private func keep(_ request: QueuedRequest, after error: ImagePostingError) async -> ImagePostingError {
        guard let obstacle = error.obstacle else { return error }
        switch (await dependencies.queue.keep(request, because: obstacle), error) {
        case (.kept, .notLoggedIn): return .interrupted(Self.sessionOver)
        case (.kept(let text), .tooMany): return .postponed(text)
        case (.kept, .emailNotVerified): return .kept(error, obstacle + Self.untilProved)
        case (.kept(let text), .connectivity), (.kept(let text), .busy): return .waiting(text)
        case (.kept(let text), _): return .kept(error, text)
        case (.lost(let text), .connectivity): return .connectivity(text)
        case (.lost, _): return error
        }
    }

    private enum Payload {
        case kept(Secret)
        /// It can't wait; why, if that is worth a word.
        case lost(LocalizedText?)
    }

    private static func payload(of draft: ImageDraft, by author: UserID) -> Payload {
        var status = stat()
        // What comes from a pipe can be read once only.
        guard unsafe stat(draft.file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .lost(nil) }
        let limit = QueuedRequestKind.post.payloadLimit, content: Data?
        do throws(FileError) {
            content = try AtomicFile(path: draft.file).contents(limit: limit)
        } catch {
            return .lost(error.code == EFBIG ? OfflineQueueError.tooLarge(limit: limit).text : nil)
        }
        guard let content, !content.isEmpty,
            let payload = WaitingPicture(draft, of: author).payload(with: content)
        else { return .lost(nil) }
        return .kept(payload)
    }

    private static let untilProved = LocalizedText(
        en: "The picture waits on this device, sealed, and is published once that is done, within 24 h.",
        es: "La imagen espera en este dispositivo, sellada, y se publica cuando lo hagas, en 24 h.")
    private static let sessionOver = LocalizedText(
        en: "Your session is over. The picture waits on this device, sealed, and is published when you log in again.",
        es: "Tu sesión ha terminado. La imagen espera en este dispositivo, sellada, y se publica cuando vuelvas a "
            + "iniciar sesión.")
}

extension ImagePostingError {
    /// Whether the person is told without asking when a picture that waits is
    /// published: nothing that they do next would show it.
    fileprivate var isTold: Bool {
        switch self {
        case .notLoggedIn, .tooMany, .emailNotVerified: true
        default: false
        }
    }

    /// For how long the server asks to be left alone.
    fileprivate var patience: Duration? {
        switch self {
        case .busy(let retryAfter), .tooMany(let retryAfter): retryAfter
        default: nil
        }
    }
}

extension ImageDraft {
    private static let longestTitle = 60

    /// What tells it from others: the beginning of what it shows, else the name of
    /// its file.
    fileprivate var title: String {
        let line = description?.split(whereSeparator: \.isNewline).first.map(String.init)
        guard let line, !line.allSatisfy(\.isWhitespace) else {
            return name ?? file.split(separator: "/").last.map(String.init) ?? ""
        }
        return line.count > Self.longestTitle ? line.prefix(Self.longestTitle - 1) + "…" : line
    }
}

/// What is said about a picture that waits.
///
/// Its bytes come after it.
struct WaitingPicture: Codable {
    /// In whose name it is published, and in nobody else's.
    let author: UserID
    let description: String?
    let location: String?
    let isPublic: Bool

    init(_ draft: ImageDraft, of author: UserID) {
        self.author = author
        description = draft.description
        location = draft.location
        isPublic = draft.isPublic
    }

    /// The length of what is said in four bytes, then that, then the picture.
    func payload(with content: Data) -> Secret? {
        guard let words = try? WireCoding.encoder().encode(self) else { return nil }
        let length = unsafe withUnsafeBytes(of: UInt32(words.count).bigEndian) { unsafe Array($0) }
        return Secret(length + words + content)
    }

    /// Reads a payload.
    static func read(_ payload: Secret) -> (picture: WaitingPicture, content: Data)? {
        let data = unsafe payload.withUnsafeBytes { unsafe Data($0) }
        guard data.count >= 4 else { return nil }
        let length = data.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let words = data.dropFirst(4).prefix(length)
        guard words.count == length, let picture = try? WireCoding.decoder().decode(Self.self, from: Data(words))
        else { return nil }
        return (picture, Data(data.dropFirst(4 + length)))
    }
}
