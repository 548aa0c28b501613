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

/// What may wait for a connection.
///
/// The list is closed: a password change and signing in with a provider are
/// refused without a connection, and there is no kind as which they could be
/// kept (OFFLINE-02).
public enum QueuedRequestKind: String, Hashable, Sendable, CaseIterable, Codable {
    /// An account is to be made.
    case registration
    /// Somebody wants to log in.
    case login
    /// A message for a forgotten password is to be sent.
    case recovery
    /// A session on another device is to end.
    case sessionTermination = "session_termination"
    /// An address is to be confirmed.
    case verification
    /// The server has yet to be told that the session of this device ended.
    case logout
    /// A comment is to be posted.
    case comment
    /// A picture is to be published.
    case post

    /// How long such a request waits before it is given up.
    ///
    /// What holds a password has the times of D9; a code in the mail is good
    /// for ten minutes; a session that nobody ended ends by itself within 30 days.
    public var lifetime: Duration {
        switch self {
        case .login: .seconds(15 * 60)
        case .verification: .seconds(10 * 60)
        case .registration, .recovery, .comment, .post: .seconds(24 * 3600)
        case .logout, .sessionTermination: .seconds(30 * 24 * 3600)
        }
    }

    /// Whether such a request goes when the person logs out: all but what ends
    /// a session.
    public var endsWithSession: Bool {
        switch self {
        case .registration, .login, .recovery, .verification, .comment, .post: true
        case .logout, .sessionTermination: false
        }
    }

    /// Whether its payload holds a password, whose time on the device is bounded
    /// (D9).
    public var holdsPassword: Bool {
        switch self {
        case .registration, .login: true
        case .recovery, .verification, .sessionTermination, .logout, .comment, .post: false
        }
    }

    /// Whether its subject is the address of the person whom it concerns.
    public var namesAddress: Bool {
        switch self {
        case .registration, .login, .recovery, .verification: true
        case .sessionTermination, .logout, .comment, .post: false
        }
    }

    /// How many bytes its payload may have: a picture is as large as it is.
    public var payloadLimit: Int {
        switch self {
        case .post: 15 * 1024 * 1024
        case .registration, .login, .recovery, .verification, .sessionTermination, .logout, .comment: 64 * 1024
        }
    }

    /// Which earlier requests of the kind a new one takes the place of.
    public var supersession: QueueSupersession {
        switch self {
        case .login: .kind
        case .registration, .recovery, .verification: .subject
        case .sessionTermination, .logout, .comment, .post: .none
        }
    }
}

/// Which earlier requests of its kind a new request takes the place of.
public enum QueueSupersession: Hashable, Sendable {
    /// None: each counts.
    case none
    /// Those for the same subject.
    case subject
    /// All of them.
    case kind
}
