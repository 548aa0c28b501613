public import ConfigurationAPI
public import FoundationEssentials

/// After how many failures logging in is locked, and for how long (D6).
public struct LockoutPolicy: Hashable, Sendable {
    /// After how many failures within the window an account is locked for
    /// strangers, and a known device for itself.
    public let failures: Int
    /// After how many failures within the window a client address is locked;
    /// more than for an account, since many people may stand behind one.
    public let addressFailures: Int
    /// For how many seconds a failure counts.
    public let window: TimeInterval
    /// How many seconds the first lock lasts.
    public let duration: TimeInterval

    /// After how many failures each further attempt needs a CAPTCHA, nil for
    /// none; for a client address in proportion to ``addressFailures``.
    public let captchaAfter: Int?

    /// Each further lock lasts twice as long, up to four hours.
    static let longestDuration: TimeInterval = 14_400
    /// After how many failures without a success in between the password is
    /// worth nothing until it is reset (NIST SP 800-63B-4, section 3.2.2).
    static let hardLimit = 100

    /// Creates a policy, by D6 unless told.
    public init(
        failures: Int = 5, addressFailures: Int = 30, window: TimeInterval = 300, duration: TimeInterval = 900,
        captchaAfter: Int? = 3
    ) {
        self.failures = failures
        self.addressFailures = addressFailures
        self.window = window
        self.duration = duration
        self.captchaAfter = captchaAfter
    }

    /// Creates a policy as operators have chosen it.
    public init(_ configuration: Configuration) {
        let captchaAfter = configuration[LoginSettings.captchaAfter]
        self.init(
            failures: configuration[LoginSettings.failures],
            addressFailures: configuration[LoginSettings.addressFailures],
            window: configuration[LoginSettings.window] / .seconds(1),
            duration: configuration[LoginSettings.duration] / .seconds(1),
            captchaAfter: captchaAfter > 0 ? captchaAfter : nil)
    }
}
