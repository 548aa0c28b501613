public import CoreModels
public import FoundationEssentials
public import KernelTesting
public import SessionsAPI

extension BootTime {
    /// A moment for tests: what ``ManualDate/bootTime`` tells at first.
    public static var sample: BootTime { ManualDate().bootTime() }
}

extension ManualDate {
    /// Tells the present moment of a machine that was started in 1970, for
    /// those who take it as a dependency.
    public var bootTime: @Sendable () -> BootTime {
        { [self] in BootTime(boot: "test", uptime: .seconds(value.timeIntervalSince1970)) }
    }
}

extension User {
    /// A person for tests; everything that isn't given is made up.
    public static func sample(
        id: UserID = UserID(UUID()), name: String = "Ada", email: String = "ada@example.com", isVerified: Bool = false,
        createdAt: Date = Date(timeIntervalSince1970: 1_700_000_000)
    ) -> User {
        guard let address = EmailAddress(email) else { preconditionFailure("\(email) is no address") }
        return User(id: id, name: name, email: address, isVerified: isVerified, createdAt: createdAt)
    }
}

extension TokenGrant {
    /// A grant for tests; everything that isn't given is made up.
    public static func sample(
        access: String = "access-\(UUID().uuidString)", refresh: String = "refresh-\(UUID().uuidString)",
        expiresIn: Int = 300
    ) -> TokenGrant {
        TokenGrant(
            accessToken: Secret(access), tokenType: "Bearer", expiresIn: expiresIn, refreshToken: Secret(refresh),
            scope: "feed:read")
    }
}

extension StoredSession {
    /// A session for tests; everything that isn't given is made up.
    public static func sample(
        user: User = .sample(), id: SessionID? = SessionID(UUID()), grant: TokenGrant = .sample(),
        receivedAt: BootTime = .sample
    ) -> StoredSession {
        StoredSession(user: user, id: id, grant: grant, receivedAt: receivedAt)
    }

    /// Whether every part is the same, tokens included.
    public func isIdentical(to other: StoredSession) -> Bool {
        isSame(as: other) && grant.accessToken.isEqual(to: other.grant.accessToken) && user == other.user
            && id == other.id && receivedAt == other.receivedAt && grant.expiresIn == other.grant.expiresIn
            && grant.tokenType == other.grant.tokenType && grant.scope == other.grant.scope
    }
}
