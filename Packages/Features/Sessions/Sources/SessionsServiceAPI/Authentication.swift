public import FoundationEssentials

/// How a person proved who they are, and when.
///
/// A session keeps it from its beginning on, and anew when the person proves it
/// again. Access tokens say of it what was proved in the session that they are of
/// (`amr`, `acr`, `auth_time`).
public struct Authentication: Hashable, Sendable {
    /// What was proved, each once.
    public let methods: Set<AuthenticationMethod>
    /// When all of it was proved last.
    public let date: Date

    /// Whether the person proved it where the session is used.
    ///
    /// A device that somebody let in from elsewhere may be a stranger's: what was proved
    /// there lets it in, and is no recent proof of who uses it.
    public let isProvedHere: Bool

    /// Creates a value.
    public init(_ methods: Set<AuthenticationMethod>, at date: Date, isProvedHere: Bool = true) {
        self.methods = methods
        self.date = date
        self.isProvedHere = isProvedHere
    }

    /// The same with one thing more, of which it isn't known that all was proved again.
    public func adding(_ method: AuthenticationMethod) -> Authentication {
        Authentication(methods.union([method]), at: date, isProvedHere: isProvedHere)
    }

    /// What was proved where the session is used, which is all that tokens and lists say
    /// of it; nil where nothing was.
    package var provedHere: Authentication? { isProvedHere ? self : nil }

    /// The same for a device that is let in from elsewhere.
    package var elsewhere: Authentication { Authentication(methods, at: date, isProvedHere: false) }

    /// How much it proves (NIST SP 800-63B-4, section 2).
    public var level: AuthenticationLevel { methods.count > 1 ? .two : .one }

    /// The words for it (RFC 8176, section 2), in order; `mfa` says that there
    /// were several.
    public var references: [String] { methods.map(\.rawValue).sorted() + (level == .two ? ["mfa"] : []) }
}

/// Something by which a person proves who they are, in the word of RFC 8176; it has
/// none for what somebody else asked for.
public enum AuthenticationMethod: String, Hashable, Sendable, CaseIterable {
    /// A password.
    case password = "pwd"
    /// A code that is good once: an authenticator's, or a recovery code.
    case oneTimeCode = "otp"
    /// The word of a provider.
    case federation = "fed"
    /// A key that doesn't leave what keeps it.
    case key = "hwk"
    /// What keeps a key made sure that it is the person.
    case presence = "user"
}

/// How much is proved, as `acr` says it.
public enum AuthenticationLevel: String, Hashable, Sendable, CaseIterable {
    /// One thing was proved.
    case one = "aal1"
    /// Two independent things were.
    case two = "aal2"
}
