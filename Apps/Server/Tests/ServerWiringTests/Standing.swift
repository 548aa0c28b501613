import SessionsServiceAPI

/// What an account has, and what its person still has of it: all that decides
/// whether they get in.
///
/// Ways of one kind differ in nothing but whether the person still has what they take,
/// so they are counted.
struct Standing: Hashable, Sendable {
    /// Ways of one kind that an account knows: of some the person has what they take, of
    /// others it is lost, which nobody tells the server.
    struct Ways: Hashable, Sendable {
        var kept = 0, lost = 0

        var count: Int { kept + lost }
    }

    enum Factor: Hashable, Sendable {
        case off, on
        /// It was said to be lost.
        case ending
    }

    enum Session: Hashable, Sendable, Comparable {
        case none
        /// It proves nothing that is recent enough.
        case old
        /// It proved one thing just now.
        case one
        /// It proved two.
        case two
    }

    // The account's.
    var isVerified: Bool
    var isSuspended = false
    /// Whether its person deletes it.
    var isClosing = false
    var hasPassword: Bool
    var providers = Ways()
    var passkeys = Ways()
    var factor = Factor.off
    /// Recovery codes that weren't used.
    var codes = 0

    // The person's.
    var readsMail = true
    var knowsPassword: Bool
    var hasAuthenticator = false
    /// Whether they have the recovery codes.
    var hasCodes = false
    var session = Session.none

    /// An account that was made with a password, and whose address is to be proved.
    static let registered = Standing(isVerified: false, hasPassword: true, knowsPassword: true)
    /// One that was made by the word of a provider.
    static let vouched = Standing(
        isVerified: true, hasPassword: false, providers: Ways(kept: 1), knowsPassword: false, session: .one)

    /// How many ways the server counts.
    var ways: Int { (hasPassword ? 1 : 0) + providers.count + passkeys.count }

    private var states: [AccountState] {
        (isVerified ? [] : [.unverified]) + (factor == .off ? [] : [.protected]) + (isSuspended ? [.suspended] : [])
            + (isClosing ? [.closing] : [])
    }

    /// What the gate says to a way, as the account stands.
    func ruling(on way: WayIn) -> Gate.Ruling { states.map { Gate.ruling(on: way, $0) }.max() ?? .open }
}

/// What a person can do, and what can befall them.
enum Move: Hashable, Sendable, CaseIterable {
    // Without a session.
    case proveAddress, recover, waitAWeek
    case password, passwordAndCode, passwordAndRecoveryCode, passwordAndLoss
    case provider, providerAndCode, providerAndRecoveryCode, providerAndLoss
    case passkey
    // In a session.
    case rest, leave
    case proveAgain, proveAgainWithCode
    case addPasskey, removePasskey, removeLostPasskey
    case link, unlink, unlinkLost
    case turnFactorOn, turnFactorOff, renewCodes, keepFactor
    case deleteAccount
    // What befalls them.
    case forgetPassword, loseMailbox, losePasskey, loseProvider, loseAuthenticator, loseCodes
    /// The provider tells that what it knew them by is gone.
    case providerGone
    // What an operator does.
    case suspend, release

    static let outside: [Move] = [
        .proveAddress, .recover, .waitAWeek, .password, .passwordAndCode, .passwordAndRecoveryCode, .passwordAndLoss,
        .provider, .providerAndCode, .providerAndRecoveryCode, .providerAndLoss, .passkey,
    ]
    static let losses: [Move] = [
        .forgetPassword, .loseMailbox, .losePasskey, .loseProvider, .loseAuthenticator, .loseCodes, .providerGone,
    ]
    static let operators: [Move] = [.suspend, .release]
    static let removals: [Move] = [.removePasskey, .removeLostPasskey, .unlink, .unlinkLost]
}
