import AccountsServiceAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import PluginKit
public import SQLStoreAPI
public import SecurityMetricsServiceAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Takes what clients found wrong with their device or program into the audit trail.
public enum DeviceFindingsServicePlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        let database: any SQLDatabase
        let sessions: any RequestAuthenticating
        let audit: @Sendable () -> [any AuditRecording]
        let log: Logger
        let now: @Sendable () -> Date

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - database: Holds what sessions told of themselves.
        ///   - sessions: Tell who asks.
        ///   - audit: The audit trail, from `AuditRecorders`.
        ///   - log: Hears of it.
        ///   - now: The present time.
        public init(
            database: any SQLDatabase, sessions: any RequestAuthenticating,
            audit: @escaping @Sendable () -> [any AuditRecording], log: Logger, now: @escaping @Sendable () -> Date
        ) {
            self.database = database
            self.sessions = sessions
            self.audit = audit
            self.log = log
            self.now = now
        }
    }

    /// The name `device-findings`.
    public static let manifest = PluginManifest(
        id: "device-findings",
        summary: LocalizedText(
            en: "Clients tell that their device or program was tampered with",
            es: "Los clientes informan de que su dispositivo o programa fue manipulado"))

    /// What the audit trail has of it, and the table.
    public static let declarations = Contributions(AuditKind.deviceTampered, to: AuditKinds.self)
        .and(migrations: DeviceFindingsMigrations.all)

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let routes = DeviceFindingRoutes(
            database: dependencies.database, sessions: dependencies.sessions, audit: dependencies.audit,
            log: dependencies.log.labelled("device-findings"), now: dependencies.now)
        var contributions = Contributions()
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(FindingsOfSessions(), to: SessionObservers.self)
        contributions.add(PersonalRows("device_findings"), to: AccountObservers.self)
        return Assembly(contributions: contributions)
    }
}
