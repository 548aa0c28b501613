public import CoreModels
public import FoundationEssentials
public import Localization
public import Presenting

/// Marks the identifiers of requests that wait.
public enum QueuedRequestEntity {}

/// Identifies a request that waits.
///
/// It is sent as the request's `Idempotency-Key`, so that the server does once
/// what it is asked more than once.
public typealias QueuedRequestID = Identifier<QueuedRequestEntity>

/// A request as it is handed to the queue, and back to whoever sends it.
public struct QueuedRequest: Sendable {
    /// Its name, and its `Idempotency-Key`.
    ///
    /// Whoever tried to send it before passes on the key of that attempt: its
    /// answer may be all that was lost.
    public let id: QueuedRequestID
    /// What is asked for.
    public let kind: QueuedRequestKind
    /// Whom or what it concerns, such as an address; a person sees it.
    public let subject: String
    /// In whose name it is sent, and in nobody else's; nil for what needs no
    /// session, which belongs to whom its subject names.
    public let owner: UserID?
    /// All that is needed to send it, in a form that its handler knows.
    ///
    /// It is sealed while it waits, and wiped with the first final answer.
    public let payload: Secret
    /// Whether the person wants to be told when it is done; what went wrong is
    /// told in any case.
    public let wantsNotice: Bool
    /// For how long the server asked to be left alone; nil if it didn't.
    public let retryAfter: Duration?

    /// Creates a request.
    public init(
        id: QueuedRequestID, kind: QueuedRequestKind, subject: String, owner: UserID? = nil, payload: Secret,
        wantsNotice: Bool = false, retryAfter: Duration? = nil
    ) {
        self.id = id
        self.kind = kind
        self.subject = subject
        self.owner = owner
        self.payload = payload
        self.wantsNotice = wantsNotice
        self.retryAfter = retryAfter
    }
}

/// What may be known of a request that waits: all but its payload.
public struct WaitingRequest: Hashable, Sendable, Identifiable {
    /// Its name, and its `Idempotency-Key`.
    public let id: QueuedRequestID
    /// What is asked for.
    public let kind: QueuedRequestKind
    /// Whom or what it concerns.
    public let subject: String
    /// In whose name it is sent; nil for what needs no session.
    public let owner: UserID?
    /// Since when it waits.
    public let createdAt: Date
    /// When it is given up.
    public let expiresAt: Date
    /// How many times the server failed to carry it out.
    public let attempts: Int
    /// Before when it isn't sent by itself; nil if nothing holds it back.
    public let notBefore: Date?
    /// What went wrong the last time.
    public let problem: QueueProblem?

    /// Creates a description.
    public init(
        id: QueuedRequestID, kind: QueuedRequestKind, subject: String, owner: UserID? = nil, createdAt: Date,
        expiresAt: Date, attempts: Int = 0, notBefore: Date? = nil, problem: QueueProblem? = nil
    ) {
        self.id = id
        self.kind = kind
        self.subject = subject
        self.owner = owner
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.attempts = attempts
        self.notBefore = notBefore
        self.problem = problem
    }
}

/// What went wrong with a request.
public struct QueueProblem: Error, Hashable, Sendable {
    /// A stable word for programs, in `snake_case`.
    public let code: String
    /// What happened and what to do next.
    public let text: LocalizedText

    /// Creates a problem.
    public init(code: String, text: LocalizedText) {
        self.code = code
        self.text = text
    }

    /// Creates a problem of what an error says.
    public init(presenting error: any PresentableError) {
        self.init(code: error.code, text: error.text)
    }
}
