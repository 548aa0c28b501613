public import AccountsServiceAPI
public import ConfigurationAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import MailAPI
public import PluginKit
public import RateLimitingAPI
public import SQLStoreAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Lets people delete their accounts.
public enum AccountDeletionPlugin: Plugin {
    /// What it needs.
    public struct Dependencies {
        let configuration: Configuration
        let database: any SQLDatabase
        let sessions: any RequestAuthenticating
        let subjects: any SessionSubjectUpdating
        let events: any SecurityEventRecording
        let states: @Sendable () -> [any AccountStateKnowing]
        let observers: @Sendable () -> [any AccountObserving]
        let keepers: @Sendable () -> [any AddressKeeping]
        let followers: @Sendable () -> [OperatorActFollowing]
        let attempts: any AttemptForgetting
        let mail: any MailSending
        let log: Logger
        let now: @Sendable () -> Date

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - configuration: What operators have set.
        ///   - database: Holds the accounts.
        ///   - sessions: Tells who asks.
        ///   - subjects: Ends sessions, and forgets them.
        ///   - events: Tells the devices that an account stays.
        ///   - states: Those who know states of accounts, from `AccountStates`.
        ///   - observers: Delete what they know of a person, from `AccountObservers`.
        ///   - keepers: Know the address that an account had, from `AddressKeepers`.
        ///   - followers: Follow what administrators do, from `OperatorActFollowers`.
        ///   - attempts: Forgets what was counted.
        ///   - mail: Writes to people, and withdraws what they don't need any more.
        ///   - log: Hears what happens.
        ///   - now: Tells the time.
        public init(
            configuration: Configuration = .defaults, database: any SQLDatabase,
            sessions: any RequestAuthenticating, subjects: any SessionSubjectUpdating,
            events: any SecurityEventRecording,
            states: @escaping @Sendable () -> [any AccountStateKnowing] = { [] },
            observers: @escaping @Sendable () -> [any AccountObserving] = { [] },
            keepers: @escaping @Sendable () -> [any AddressKeeping] = { [] },
            followers: @escaping @Sendable () -> [OperatorActFollowing] = { [] }, attempts: any AttemptForgetting,
            mail: any MailSending, log: Logger, now: @escaping @Sendable () -> Date
        ) {
            self.configuration = configuration
            self.database = database
            self.sessions = sessions
            self.subjects = subjects
            self.events = events
            self.states = states
            self.observers = observers
            self.keepers = keepers
            self.followers = followers
            self.attempts = attempts
            self.mail = mail
            self.log = log
            self.now = now
        }
    }

    /// The name `account-deletion`.
    public static let manifest = PluginManifest(
        id: "account-deletion",
        summary: LocalizedText(en: "Lets people delete their accounts", es: "Permite eliminar la propia cuenta"))

    /// For how long a deletion can be taken back.
    package static let grace = ConfigurationKey(
        "accounts.deletion_grace", default: Duration.seconds(14 * 86_400),
        allowed: .range(Deletion.shortestGrace...Deletion.longestGrace),
        summary: LocalizedText(
            en: "For how long logging in takes the deletion of an account back",
            es: "Durante cuánto se anula la eliminación de una cuenta al iniciar sesión"),
        detail: "What was asked for before keeps its day.")

    /// How long a deletion can be taken back.
    public static let declarations = Contributions(
        ConfigurationSection(LocalizedText(en: "Deleting accounts", es: "Eliminar cuentas"), grace),
        to: ConfigurationSections.self)

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        // Whoever deletes it may be whoever changed the address.
        let mail = KeptAddressMail(
            mail: dependencies.mail, keepers: dependencies.keepers, now: dependencies.now,
            formerly: MailTemplate.formerDeletions)
        let deletion = AccountDeletion(
            database: dependencies.database, subjects: dependencies.subjects, events: dependencies.events,
            states: dependencies.states, observers: dependencies.observers, attempts: dependencies.attempts,
            letters: DeletionLetters(mail: mail), grace: dependencies.configuration[grace],
            log: dependencies.log.labelled("account-deletion"), now: dependencies.now)
        let route = DeletionRoute(deletion: deletion, sessions: dependencies.sessions)
        var contributions = Contributions(route.route, to: HTTPRoutes.self)
        for template in MailTemplate.deletions { contributions.add(template, to: MailTemplates.self) }
        contributions.add(deletion.sweep, to: Sweeps.self)
        contributions.add(Closing(), to: AccountStates.self)
        contributions.add(deletion, to: SessionObservers.self)
        contributions.add(deletion, to: AccountObservers.self)
        contributions.add(
            .delete(after: dependencies.configuration[grace], dependencies.followers), to: AccountActs.self)
        return Assembly(contributions: contributions)
    }
}
