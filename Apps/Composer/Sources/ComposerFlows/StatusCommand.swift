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
public import SecurityMetricsAPI
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
    private let trail: @Sendable () async -> KeptTrail?
    private let date: @Sendable () -> Date

    /// Creates the command.
    ///
    /// - Parameters:
    ///   - places: The words for what one can do about a vault that is out of
    ///     order.
    ///   - elsewhere: Tells what waits for other servers.
    ///   - trail: Tells what is kept of the server's audit trail; nil where that can't be read.
    ///   - date: The present time of day.
    public init(
        _ dependencies: Dependencies, places: @escaping @Sendable () -> [NextStepPlace] = { [] },
        elsewhere: @escaping @Sendable () async -> [WaitingElsewhere] = { [] },
        trail: @escaping @Sendable () async -> KeptTrail? = { nil },
        date: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.dependencies = dependencies
        self.places = places
        self.elsewhere = elsewhere
        self.trail = trail
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
        let trail = await trail()
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
            audit: trail.flatMap(Status.Trail.init), waiting: waiting?.map(Status.Waiting.init),
            othersWaiting: others ?? 0,
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
