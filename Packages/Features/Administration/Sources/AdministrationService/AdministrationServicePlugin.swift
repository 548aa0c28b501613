public import AccountsServiceAPI
public import AdministrationAPI
public import CryptographyAPI
public import FeedServiceAPI
public import FoundationEssentials
public import HTTPServingAPI
import Localization
public import OperatingAPI
public import PluginKit
public import RegistrationServiceAPI
public import SQLStoreAPI
public import SecurityMetricsAPI
public import SecurityMetricsServiceAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs administrators: who they are, and what they see and do.
public enum AdministrationServicePlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        let means: AdministrationMeans
        let cryptography: Cryptography

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - database: Holds the tables.
        ///   - cryptography: Makes invitations and digests of them.
        ///   - sessions: Tells who asks, and whether they are there still.
        ///   - accounts: Names the people whom events name.
        ///   - listing: Lists people.
        ///   - inviting: Invites people; nil where nobody can be invited.
        ///   - moderating: Shows and hides pictures; nil where there are none.
        ///   - states: Know who is suspended, from `AccountStates`.
        ///   - acts: What is done to accounts, from `AccountActs`.
        ///   - facts: What features know of people, from `AccountFactSources`.
        ///   - browsing: Shows events and incidents.
        ///   - closing: Closes incidents.
        ///   - audit: The audit trail, from `AuditRecorders`.
        ///   - checks: Tell how the server is, from `HealthChecks`.
        ///   - serverFacts: What plugins know of the server, from `ServerFactSources`.
        ///   - log: Hears of administrators and failures.
        ///   - now: The present time.
        public init(
            database: any SQLDatabase, cryptography: Cryptography, sessions: any RequestAuthenticating,
            accounts: any AccountReadingInTransaction, listing: any AccountListing,
            inviting: (any PersonInviting)? = nil, moderating: (any PictureModerating)? = nil,
            states: @escaping @Sendable () -> [any AccountStateKnowing],
            acts: @escaping @Sendable () -> [AccountAct], facts: @escaping @Sendable () -> [AccountFactSource],
            browsing: any EventBrowsing, closing: any IncidentClosing,
            audit: @escaping @Sendable () -> [any AuditRecording], checks: @escaping @Sendable () -> [HealthCheck],
            serverFacts: @escaping @Sendable () -> [ServerFactSource] = { [] },
            log: Logger, now: @escaping @Sendable () -> Date
        ) {
            means = AdministrationMeans(
                database: database, sessions: sessions, accounts: accounts, browsing: browsing, closing: closing,
                listing: listing, inviting: inviting, moderating: moderating, random: cryptography.random,
                states: states, acts: acts,
                facts: facts, audit: audit, checks: checks,
                serverFacts: serverFacts, log: log.labelled("administration"), now: now)
            self.cryptography = cryptography
        }
    }

    /// What it offers.
    public struct Exports: Sendable {
        /// What an administrator sees and does, of whom the server found just now that they are one.
        public let desk: @Sendable (Administrator) -> any Administrating
    }

    /// The name `administration`.
    public static let manifest = PluginManifest(
        id: "administration", summary: LocalizedText(en: "Administrators", es: "Personas que administran"))

    /// The tables, and the kinds of events.
    public static let declarations = {
        var declared = Contributions()
        declared.add(AuditKind.administratorMade, .administratorActed, .administratorEnded, to: AuditKinds.self)
        return declared.and(migrations: AdministrationMigrations.all)
    }()

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let means = dependencies.means
        let routes = AdministratorRoutes(
            database: means.database, invitations: Invitations(dependencies.cryptography),
            sessions: means.sessions, audit: dependencies.means.audit, log: means.log, now: means.now)
        var contributions = Contributions()
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(AdministratorsEnd(audit: dependencies.means.audit), to: AccountObservers.self)
        return Assembly(
            exports: Exports(desk: { AdministrationDesk(administrator: $0, means: means) }),
            contributions: contributions)
    }
}
