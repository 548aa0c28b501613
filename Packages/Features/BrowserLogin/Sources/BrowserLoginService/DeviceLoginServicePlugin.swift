public import AccountsServiceAPI
public import CryptographyAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import PlacesAPI
public import PluginKit
public import Presenting
public import RateLimitingAPI
public import SQLStoreAPI
public import SecurityMetricsServiceAPI
public import ServerKeysAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs the server side of logging in through a browser elsewhere.
public enum DeviceLoginServicePlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        let address: @Sendable () -> String
        let database: any SQLDatabase
        let cryptography: Cryptography
        let serverKeys: any ServerKeyProviding
        let accounts: any AccountReading
        let authentication: any RequestAuthenticating
        let issuing: any SessionIssuing
        let ending: any SessionEnding
        let limiters: any RateLimiterMaking
        let locators: @Sendable () -> [any PlaceLocating]
        let offered: @Sendable () -> [NextStep]
        let capacity: Int?
        let audit: @Sendable () -> [any AuditRecording]
        let metrics: any MetricsRegistry
        let log: Logger
        let now: @Sendable () -> Date

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - address: The address under which people reach the server.
        ///   - database: Keeps the devices that wait.
        ///   - cryptography: Makes codes, and their digests.
        ///   - serverKeys: Keys the digests of what people type.
        ///   - accounts: Reads accounts.
        ///   - authentication: Tells who asks.
        ///   - issuing: Begins sessions.
        ///   - ending: Ends those whose code was used again.
        ///   - limiters: Makes what counts guesses.
        ///   - locators: Know the places of networks, from `PlaceLocators`.
        ///   - offered: What people can do, from `OfferedSteps`.
        ///   - capacity: How many devices wait at most; nil for 5000.
        ///   - audit: The audit trail, from `AuditRecorders`.
        ///   - metrics: Counts logins by their result.
        ///   - log: Hears of logins and refusals.
        ///   - now: The present time.
        public init(
            address: @escaping @Sendable () -> String, database: any SQLDatabase, cryptography: Cryptography,
            serverKeys: any ServerKeyProviding, accounts: any AccountReading,
            authentication: any RequestAuthenticating, issuing: any SessionIssuing, ending: any SessionEnding,
            limiters: any RateLimiterMaking, locators: @escaping @Sendable () -> [any PlaceLocating] = { [] },
            offered: @escaping @Sendable () -> [NextStep] = { [] }, capacity: Int? = nil,
            audit: @escaping @Sendable () -> [any AuditRecording] = { [] }, metrics: any MetricsRegistry, log: Logger,
            now: @escaping @Sendable () -> Date
        ) {
            self.address = address
            self.database = database
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.accounts = accounts
            self.authentication = authentication
            self.issuing = issuing
            self.ending = ending
            self.limiters = limiters
            self.locators = locators
            self.offered = offered
            self.capacity = capacity
            self.audit = audit
            self.metrics = metrics
            self.log = log
            self.now = now
        }
    }

    /// The name `device-login`.
    public static let manifest = PluginManifest(
        id: "device-login",
        summary: LocalizedText(
            en: "Logging devices in through a browser elsewhere",
            es: "Inicio de sesión de dispositivos con un navegador en otro sitio"))

    /// Its tables, and what the audit trail has of it.
    public static let declarations = {
        var declared = Contributions()
        for kind in AuditKind.deviceLogins { declared.add(kind, to: AuditKinds.self) }
        return declared.and(migrations: DeviceLoginMigrations.all)
    }()

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Void> {
        let devices = DeviceLogins(
            database: dependencies.database, cryptography: dependencies.cryptography,
            serverKeys: dependencies.serverKeys, capacity: dependencies.capacity ?? DeviceLogins.capacity,
            audit: dependencies.audit, now: dependencies.now)
        let routes = DeviceLoginRoutes(
            devices: devices,
            accounts: dependencies.accounts, sessions: dependencies.authentication, issuing: dependencies.issuing,
            ending: dependencies.ending,
            // Two for each login, and enough for those who mistype.
            typed: dependencies.limiters.limiter(
                "device-login-codes", policy: RateLimitPolicy(maxAttempts: 20, window: 600)),
            asked: dependencies.limiters.limiter(
                "device-login-tokens", policy: RateLimitPolicy(maxAttempts: 600, window: 300)),
            locators: dependencies.locators, address: dependencies.address, offered: dependencies.offered,
            logins: try dependencies.metrics.counter(
                "essentiald_device_logins_total",
                help: "Answers to devices that wait for somebody to let them in, by their result.",
                labels: ["result"]), log: dependencies.log.labelled("device-login"), now: dependencies.now)
        var contributions = Contributions()
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(DeviceLogins.sweep(dependencies.now), to: Sweeps.self)
        contributions.add(devices, to: SessionObservers.self)
        contributions.add(PersonalRows("device_logins"), to: AccountObservers.self)
        return Assembly(contributions: contributions)
    }
}
