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
    /// for minutes; a session that nobody ended ends by itself within 30 days.
    public var lifetime: Duration {
        switch self {
        case .login, .verification: .seconds(15 * 60)
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
