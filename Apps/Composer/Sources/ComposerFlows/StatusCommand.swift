public import ConsoleAPI
public import CoreModels
public import FeedAPI
public import FoundationEssentials
public import HTTPTransportAPI
import HTTPTypes
import Localization
public import OfflineQueueAPI
import Presenting
public import SecureStorageAPI
import SessionsAPI

/// `essential status`: how the program stands with the server, the session, the
/// vault and the cache, and what waits.
public struct StatusCommand: Sendable {
    /// What the command needs.
    public struct Dependencies: Sendable {
        /// Asks the server, without credentials.
        public let server: ServerClient
        /// Tells whose session there is on this device.
        public let session: PresentSession
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
            server: ServerClient, session: PresentSession, vault: any VaultMaintaining, feed: any FeedCaching,
            queue: any QueueInspecting, now: @escaping @Sendable () -> BootTime = { .now }
        ) {
            self.server = server
            self.session = session
            self.vault = vault
            self.feed = feed
            self.queue = queue
            self.now = now
        }
    }

    private let dependencies: Dependencies
    private let places: @Sendable () -> [NextStepPlace]
    private let elsewhere: @Sendable () async -> [WaitingElsewhere]
    private let date: @Sendable () -> Date

    /// Creates the command.
    ///
    /// - Parameters:
    ///   - places: The words for what one can do about a vault that is out of
    ///     order.
    ///   - elsewhere: Tells what waits for other servers.
    ///   - date: The present time of day.
    public init(
        _ dependencies: Dependencies, places: @escaping @Sendable () -> [NextStepPlace] = { [] },
        elsewhere: @escaping @Sendable () async -> [WaitingElsewhere] = { [] },
        date: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.dependencies = dependencies
        self.places = places
        self.elsewhere = elsewhere
        self.date = date
    }

    /// The command for the program.
    public var command: Command {
        Command(
            "status", summary: StatusTexts.summary, discussion: StatusTexts.discussion,
            examples: [CommandExample("essential status", StatusTexts.example)]
        ) { invocation, _ throws(CommandFailure) in
            let status = await look(in: invocation.language)
            return CommandOutput(
                json: status,
                text: status.introduction + [.fields(status.fields(at: date())), .blank] + status.trouble
                    + (status.waitingElsewhere?.blocks(after: invocation) ?? [])
                    + (status.advice.map { [.line(StyledText($0, .accent))] } ?? [])
                    + status.steps.map { .line($0.text(after: invocation)) })
        }
    }

    private func look(in language: Language) async -> Status {
        async let asked = obstacle()
        let places = places()
        let vault = await dependencies.vault.status()
        let cached = try? await dependencies.feed.load()
        let waiting = try? await dependencies.queue.waiting()
        let others = try? await dependencies.queue.othersWaiting()
        let elsewhere = await elsewhere()
        let obstacle = await asked, session = await dependencies.session.read(asking: obstacle == nil)
        return Status(
            server: Status.Server(
                address: dependencies.server.address, problem: obstacle.map { Status.Problem($0, in: language) }),
            session: Status.Session(session, at: dependencies.now(), places, in: language),
            vault: Status.Vault(vault, places, in: language),
            feed: cached.map { Status.Feed(images: $0.images.count, savedAt: $0.savedAt) },
            waiting: waiting?.map(Status.Waiting.init), othersWaiting: others ?? 0,
            waitingElsewhere: elsewhere.isEmpty ? nil : elsewhere)
    }

    /// What is in the way to the server, and what to do about it; nil if it answers.
    private func obstacle() async -> LocalizedText? {
        do throws(HTTPTransportError) {
            let answer = try await dependencies.server.get("/healthz", limits: .brief)
            if let obstacle = answer.obstacle { return obstacle.text }
            return answer.status.isSuccess ? nil : HTTPTransportError.invalidResponse(reason: "\(answer.status)").text
        } catch {
            return error.text
        }
    }
}

/// How the program stands.
private struct Status: Encodable, Sendable {
    struct Server: Encodable, Sendable {
        let address: String
        let reachable: Bool
        /// Why it can't be reached, and what to do.
        let problem: Problem?
        /// Whether whoever reads this can start it.
        let isOfThisMachine: Bool

        private enum CodingKeys: CodingKey { case address, reachable, problem }

        init(address: ServerAddress, problem: Problem?) {
            self.address = address.description
            reachable = problem == nil
            self.problem = problem
            isOfThisMachine = address.isOfThisMachine
        }
    }

    struct Session: Encodable, Sendable {
        let state: String
        let user: User?
        let expiresIn: Int?
        /// Why it can't be read.
        let problem: Problem?

        init(_ reading: SessionReading, at now: BootTime, _ places: [NextStepPlace], in language: Language) {
            switch reading {
            case .present(let session):
                (state, user, problem) = ("logged_in", session.user, nil)
                expiresIn = Int(session.accessTimeLeft(at: now).components.seconds)
            case .absent: (state, user, expiresIn, problem) = ("logged_out", nil, nil, nil)
            case .unavailable(let error):
                (state, user, expiresIn) = ("unavailable", nil, nil)
                problem = Problem(error, places, in: language)
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
        let problem: Problem?

        init(_ status: VaultStatus, _ places: [NextStepPlace], in language: Language) {
            path = status.path
            protection = status.protection.rawValue
            records = status.recordCount
            damaged = status.damagedCount
            problem = status.problem.map { Problem($0, places, in: language) }
        }
    }

    /// What is in the way, as one sentence, and what to do next.
    struct Problem: Encodable, Sendable {
        let message: LocalizedText
        let advice: LocalizedText?
        let language: Language

        init(_ error: any PresentableError, _ places: [NextStepPlace], in language: Language) {
            message = error.text
            advice = error.advice(places)
            self.language = language
        }

        init(_ text: LocalizedText, in language: Language) {
            (message, advice, self.language) = (text, nil, language)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode((advice.map { message + $0 } ?? message).text(in: language))
        }
    }

    struct Feed: Encodable, Sendable {
        let images: Int
        let savedAt: Date
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
    /// How much waits for others.
    let othersWaiting: Int
    /// What waits for other servers; nil for nothing.
    let waitingElsewhere: [WaitingElsewhere]?

    /// What is wrong with the vault: where its header is well, opening it may
    /// tell.
    private var problem: Problem? { vault.problem ?? session.problem }

    /// What it is all about, for who may not know.
    var introduction: [OutputBlock] {
        session.state == "logged_out" ? [.line(StatusTexts.what), .blank] : []
    }

    /// What is in the way to the server.
    var trouble: [OutputBlock] {
        server.problem.map { [.line(StyledText($0.message, .warning)), .blank] } ?? []
    }

    /// What to do about the vault, if something is wrong with it.
    var advice: LocalizedText? { problem?.advice }

    /// What one can do from here, each with the command for it, the most useful first.
    var steps: [StatusTexts.Step] {
        var steps: [StatusTexts.Step] = []
        if !server.reachable, server.isOfThisMachine { steps.append(StatusTexts.startServer) }
        if session.state == "logged_out" {
            // Who asked for an account has nothing to log in to yet, and no use for another one.
            let isRegistering = waiting?.contains { $0.kind == .registration } == true
            steps += isRegistering ? [] : [StatusTexts.register, StatusTexts.logIn]
        }
        if session.user?.isVerified == false { steps.append(StatusTexts.verify) }
        if waiting?.isEmpty == false { steps.append(StatusTexts.send) }
        if !server.reachable { steps.append(StatusTexts.otherServer) }
        steps.append(StatusTexts.look)
        if session.user?.isVerified == true { steps.append(StatusTexts.post) }
        return steps + [StatusTexts.help]
    }

    /// What whoever mends it has to know.
    private var vaultInNeed: StyledText {
        StyledText(verbatim: vault.path + "  ")
            + StyledText(StatusTexts.records(vault.records, damaged: vault.damaged), .faint)
            + (problem.map { StyledText(verbatim: "  ") + StyledText($0.message, .failure) } ?? StyledText(verbatim: ""))
    }

    func fields(at now: Date) -> [OutputField] {
        [
            OutputField(
                StatusTexts.server,
                StyledText(verbatim: server.address + "  ")
                    + StyledText(StatusTexts.reachable(server.reachable), server.reachable ? .success : .warning)),
            OutputField(StatusTexts.session, session.text),
            OutputField(
                StatusTexts.vault,
                vault.damaged == 0 && problem == nil
                    ? StyledText(StatusTexts.vault(VaultProtection(rawValue: vault.protection))) : vaultInNeed),
            OutputField(StatusTexts.feed, StyledText(StatusTexts.feed(feed?.images, savedAt: feed?.savedAt, at: now))),
            OutputField(
                StatusTexts.waiting,
                StyledText(
                    StatusTexts.waiting(waiting?.map(\.kind), others: othersWaiting),
                    waiting?.isEmpty == true ? .faint : .warning)),
        ]
    }
}
