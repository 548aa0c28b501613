/// What a token has to say to be accepted, beyond a valid signature.
public struct JSONWebTokenExpectations: Sendable {
    /// The `typ` of the header.
    ///
    /// Letter case and a leading `application/` don't matter (RFC 7515 section
    /// 4.1.9).
    public var type: String
    /// The one `iss`, or nil to leave it to the caller.
    public var issuer: String?
    /// The text that `aud` has to be or to contain, or nil to leave it to the
    /// caller.
    public var audience: String?
    /// Claims that have to be there.
    ///
    /// A time that is there is checked in any case.
    public var requiredClaims: Set<String>
    /// By how much clocks may differ.
    public var leeway: Duration
    /// The longest token that is looked at, in bytes.
    public var maximumByteCount: Int

    /// Whether it is somebody else's, which may leave things out and have others that
    /// don't matter.
    package private(set) var isForeign = false

    /// What a token has to say by which a provider tells that somebody logged out
    /// (OpenID Connect Back-Channel Logout 1.0, section 2.6), apart from what only the
    /// caller knows: `events`, `sub`, `sid`, `nonce`, and how long one counts without
    /// `exp`, which drafts before 1.0 didn't have.
    public static func logoutToken(from issuer: String, for client: String) -> JSONWebTokenExpectations {
        foreign(
            "logout+jwt", issuer: issuer, audience: client,
            requiredClaims: ["iss", "aud", "iat", "jti", "events"])
    }

    /// What a token has to say by which somebody tells what happened (RFC 8417,
    /// section 2.2), apart from what only the caller knows: `iss`, `aud`, and what happened.
    ///
    /// It tells of what was, so it needs no end.
    public static func eventToken(requiredClaims: Set<String>) -> JSONWebTokenExpectations {
        foreign(
            "secevent+jwt", issuer: nil, audience: nil,
            requiredClaims: requiredClaims.union(["iss", "aud", "iat"]))
    }

    private static func foreign(
        _ type: String, issuer: String?, audience: String?, requiredClaims: Set<String>
    ) -> JSONWebTokenExpectations {
        var expectations = JSONWebTokenExpectations(
            type: type, issuer: issuer, audience: audience, requiredClaims: requiredClaims,
            maximumByteCount: 16 * 1_024)
        expectations.isForeign = true
        return expectations
    }

    /// What an ID token has to say to be taken from a provider (OpenID Connect Core
    /// 1.0, section 3.1.3.7), apart from what only the caller knows: `nonce`, `azp`.
    ///
    /// As any token of somebody else it may leave out `typ` or say `JWT` there, name
    /// certificates by their hashes, and needs no `kid` where its issuer has one key.
    public static func idToken(from issuer: String, for client: String) -> JSONWebTokenExpectations {
        foreign(
            "JWT", issuer: issuer, audience: client, requiredClaims: ["iss", "sub", "aud", "exp", "iat"])
    }

    /// Creates expectations; by default `exp` and `iat` have to be there, clocks
    /// may differ by 60 seconds, and a token has 8 KiB at most.
    public init(
        type: String, issuer: String? = nil, audience: String? = nil, requiredClaims: Set<String> = ["exp", "iat"],
        leeway: Duration = .seconds(60), maximumByteCount: Int = 8192
    ) {
        self.type = type
        self.issuer = issuer
        self.audience = audience
        self.requiredClaims = requiredClaims
        self.leeway = leeway
        self.maximumByteCount = maximumByteCount
    }
}
