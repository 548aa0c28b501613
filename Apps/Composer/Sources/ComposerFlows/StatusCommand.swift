public import ConsoleAPI
public import CoreModels
public import FeedAPI
import FoundationEssentials
public import HTTPTransportAPI
import HTTPTypes
import Localization
public import OfflineQueueAPI
public import SecureStorageAPI
public import SessionsAPI

/// `essential status`: how the program stands with the server, the session, the
/// vault and the cache, and what waits.
public struct StatusCommand: Sendable {
    /// What the command needs.
    public struct Dependencies: Sendable {
        /// Asks the server, without credentials.
        public let server: ServerClient
        /// Keeps the session of this device.
        public let sessions: any SessionStoring
        /// Tells how the vault is.
        public let vault: any VaultMaintaining
        /// Keeps the feed.
        public let feed: any FeedCaching
        /// Tells what waits.
        public let queue: any QueueInspecting
        /// The present time.
        public let now: @Sendable () -> BootTime

        /// Creates the dependencies.
        public init(
            server: ServerClient, sessions: any SessionStoring, vault: any VaultMaintaining, feed: any FeedCaching,
            queue: any QueueInspecting, now: @escaping @Sendable () -> BootTime = { .now }
        ) {
            self.server = server
            self.sessions = sessions
            self.vault = vault
            self.feed = feed
            self.queue = queue
            self.now = now
        }
    }

    private let dependencies: Dependencies

    /// Creates the command.
    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// The command for the program.
    public var command: Command {
        Command(
            "status", summary: StatusTexts.summary, discussion: StatusTexts.discussion,
            examples: [CommandExample("essential status", StatusTexts.example)]
        ) { _, _ throws(CommandFailure) in
            let status = await look()
            return CommandOutput(json: status, .fields(status.fields))
        }
    }

    private func look() async -> Status {
        async let reachable = isReachable()
        let session = await dependencies.sessions.load(), vault = await dependencies.vault.status()
        let cached = try? await dependencies.feed.load()
        let waiting = try? await dependencies.queue.waiting()
        return Status(
            server: Status.Server(address: dependencies.server.address.description, reachable: await reachable),
            session: Status.Session(session, at: dependencies.now()), vault: Status.Vault(vault),
            feed: cached.map { Status.Feed(images: $0.images.count, savedAt: $0.savedAt) },
            waiting: waiting?.map(Status.Waiting.init))
    }

    private func isReachable() async -> Bool {
        let answer = try? await dependencies.server.get("/healthz")
        return answer?.status.isSuccess == true
    }
}

/// How the program stands.
private struct Status: Encodable, Sendable {
    struct Server: Encodable, Sendable {
        let address: String
        let reachable: Bool
    }

    struct Session: Encodable, Sendable {
        let state: String
        let user: User?
        let expiresIn: Int?

        private enum CodingKeys: String, CodingKey {
            case state, user
            case expiresIn = "expires_in"
        }

        init(_ reading: SessionReading, at now: BootTime) {
            switch reading {
            case .present(let session):
                (state, user) = ("logged_in", session.user)
                expiresIn = Int(session.accessTimeLeft(at: now).components.seconds)
            case .absent: (state, user, expiresIn) = ("logged_out", nil, nil)
            case .unavailable: (state, user, expiresIn) = ("unavailable", nil, nil)
            }
        }

        /// Who it is, until when, and whether the address is proved.
        var text: StyledText {
            let who = StyledText(StatusTexts.session(state, user))
            guard let user, let expiresIn else { return who }
            return who + StyledText(verbatim: "  ")
                + StyledText(StatusTexts.verified(user.isVerified), user.isVerified ? .success : .warning)
                + StyledText(verbatim: "  ") + StyledText(StatusTexts.access(seconds: expiresIn), .faint)
        }
    }

    struct Vault: Encodable, Sendable {
        let path: String
        let protection: String
        let records: Int
        let damaged: Int
        let problem: String?

        init(_ status: VaultStatus) {
            path = status.path
            protection = status.protection.rawValue
            records = status.recordCount
            damaged = status.damagedCount
            problem = status.problem?.text.english
        }
    }

    struct Feed: Encodable, Sendable {
        let images: Int
        let savedAt: Date

        private enum CodingKeys: String, CodingKey {
            case images
            case savedAt = "saved_at"
        }
    }

    /// A request that waits for a connection or a login.
    struct Waiting: Encodable, Sendable {
        let id: QueuedRequestID
        let kind: QueuedRequestKind
        let subject: String
        let createdAt: Date
        let expiresAt: Date
        let attempts: Int
        let problem: String?

        private enum CodingKeys: String, CodingKey {
            case id, kind, subject, attempts, problem
            case createdAt = "created_at"
            case expiresAt = "expires_at"
        }

        init(_ request: WaitingRequest) {
            id = request.id
            kind = request.kind
            subject = request.subject
            createdAt = request.createdAt
            expiresAt = request.expiresAt
            attempts = request.attempts
            problem = request.problem?.code
        }
    }

    let server: Server
    let session: Session
    let vault: Vault
    let feed: Feed?
    /// Nil when it can't be read.
    let waiting: [Waiting]?

    var fields: [OutputField] {
        [
            OutputField(
                StatusTexts.server,
                StyledText(verbatim: server.address + "  ")
                    + StyledText(StatusTexts.reachable(server.reachable), server.reachable ? .success : .warning)),
            OutputField(StatusTexts.session, session.text),
            OutputField(
                StatusTexts.vault,
                StyledText(verbatim: vault.path + "  ")
                    + StyledText(StatusTexts.records(vault.records, damaged: vault.damaged), .faint)
                    + StyledText(verbatim: vault.problem.map { "  " + $0 } ?? "", .failure)),
            OutputField(StatusTexts.feed, StyledText(StatusTexts.feed(feed?.images, savedAt: feed?.savedAt))),
            OutputField(
                StatusTexts.waiting,
                StyledText(StatusTexts.waiting(waiting?.map(\.kind)), waiting?.isEmpty == true ? .faint : .warning)),
        ]
    }
}
