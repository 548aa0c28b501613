import ConsoleAPI
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import Localization
import OfflineQueueAPI
import Presenting
import SecureStorageAPI
import SecurityMetricsAPI
import SessionsAPI

/// How the program stands.
struct Status: Encodable, Sendable {
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

    /// What is kept of the server's audit trail.
    struct Trail: Encodable, Sendable {
        let events: Int
        let confirmedAt: Date?
        /// What was found; nil for nothing.
        let found: TrailContradiction?
        /// Whether the server has shown no proof for longer than anybody is away.
        let isUnconfirmed: Bool

        private enum CodingKeys: String, CodingKey {
            case events, found
            case confirmedAt = "confirmed_at"
        }

        /// For how long a server may show nothing before a person is told.
        private static let patience: TimeInterval = 7 * 86_400

        /// - Returns: nil where nothing is kept.
        init?(_ kept: KeptTrail) {
            guard let head = kept.head else { return nil }
            events = head.size
            confirmedAt = kept.confirmedAt
            found = kept.evidence?.contradiction
            isUnconfirmed =
                if let confirmed = kept.confirmedAt, let asked = kept.askedAt {
                    asked.timeIntervalSince(confirmed) > Self.patience
                } else { false }
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
    /// Nil when nothing is kept, or it can't be read.
    let audit: Trail?
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
        ] + (audit.map { [$0.field(at: now)] } ?? []) + [
            OutputField(
                StatusTexts.waiting,
                StyledText(
                    StatusTexts.waiting(waiting?.map(\.kind), others: othersWaiting),
                    waiting?.isEmpty == true ? .faint : .warning))
        ]
    }
}

extension Status.Trail {
    /// Whether it is the one that was seen, and since when that isn't known.
    fileprivate func field(at now: Date) -> OutputField {
        OutputField(
            StatusTexts.audit,
            found.map { StyledText($0.text, .failure) + StyledText(verbatim: "  (essential audit)") }
                ?? StyledText(StatusTexts.confirmed(confirmedAt, at: now), isUnconfirmed ? .warning : .faint))
    }
}
