public import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
public import HTTPServingAPI
public import KernelTesting
public import MailTesting
public import PlacesAPI
import PluginKit
public import SQLStoreAPI
public import SQLStoreTesting
public import ServerKeysAPI
import ServerKeysTesting
public import SessionsService
public import SessionsServiceAPI
public import TelemetryAPI

/// The real sessions of a server, over a real database in a new file, at a
/// time that a test chooses.
///
/// ```swift
/// let server = try await RunningSessions(others: AccountsMigrations.all)
/// let issued = try await server.issuing.issueSession(for: user, on: SessionClient())
/// ```
public struct RunningSessions: Sendable {
    /// The address under which the server grants tokens.
    public static let issuer = "https://essential.test"

    /// Their tables.
    public static let migrations = SessionsMigrations.all

    /// Tells who sent a request.
    public let authentication: any RequestAuthenticating
    /// Begins sessions.
    public let issuing: any SessionIssuing
    /// Renews them.
    public let refreshing: any SessionRefreshing
    /// Gives them other tokens.
    public let replacing: any SessionTokenReplacing
    /// Ends them.
    public let ending: any SessionEnding
    /// Ends those that began by the word of somebody else.
    public let origins: any SessionOriginEnding
    /// Notes what their people prove anew.
    public let reauthentication: any SessionReauthenticating
    /// Keeps them in step with the accounts.
    public let subjects: any SessionSubjectUpdating
    /// Records what the devices of a person are told.
    public let events: any SecurityEventRecording
    /// The messages.
    public let mail: MailSpy
    /// What they answer.
    public let routes: [Route]
    /// The database's file, with the tables of sessions and of others.
    public let store: TemporaryDatabase
    /// The server's time of day.
    public let date: ManualDate

    /// The database.
    public var database: any SQLDatabase { store.database }

    /// Creates the sessions; the first signing key is made when it is needed.
    ///
    /// - Parameters:
    ///   - settings: How long tokens are worth something.
    ///   - store: The database of an earlier run; nil for a new one.
    ///   - others: The tables of features beside sessions, in a new database.
    ///   - serverKeys: What seals the signing keys.
    ///   - cryptography: Everything else; the real one if left out.
    ///   - mail: Gets the messages.
    ///   - observers: Take part in what happens.
    ///   - locators: Know the places of networks.
    ///   - states: Know what may keep people out.
    ///   - askers: Ask for second factors.
    ///   - metrics: Count what happens; nobody does if left out.
    ///   - date: The server's time of day.
    ///   - clock: Measures the time between clean-ups and heartbeats.
    public init(
        settings: SessionsServicePlugin.Settings = .init(issuer: Self.issuer), store: TemporaryDatabase? = nil,
        others: [Migration] = [], serverKeys: (any ServerKeyProviding)? = nil, cryptography: Cryptography? = nil,
        mail: MailSpy = MailSpy(), observers: [any SessionObserving] = [], locators: [any PlaceLocating] = [],
        states: [any AccountStateKnowing] = [], askers: [any SecondFactorAsking] = [],
        metrics: (any MetricsRegistry)? = nil, date: ManualDate = ManualDate(),
        clock: any Clock<Duration> = ManualClock()
    ) async throws {
        self.store =
            if let store { store } else { try await TemporaryDatabase(Self.migrations + others) }
        self.date = date
        self.mail = mail
        var host = PluginHost()
        let database = self.store.database
        let plugin = try host.install(
            SessionsServicePlugin.self,
            .init(
                settings: settings, database: database, cryptography: cryptography ?? .real(),
                serverKeys: serverKeys ?? InMemoryServerKeys(), mail: mail, observers: { observers },
                locators: { locators }, states: { states }, askers: { askers }, logger: .disabled,
                metrics: metrics ?? SilentMetrics(), now: date.now,
                clock: clock))
        let composition = try host.composed()
        let exports = try composition[plugin]
        authentication = exports.authentication
        issuing = exports.issuing
        refreshing = exports.refreshing
        replacing = exports.replacing
        ending = exports.ending
        origins = exports.origins
        reauthentication = exports.reauthentication
        subjects = exports.subjects
        events = exports.events
        routes = composition.values(of: HTTPRoutes.self)
    }
}
