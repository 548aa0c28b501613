public import ConfigurationAPI
public import FoundationEssentials
import Localization
public import PluginKit
public import SQLStoreAPI
import SessionsServiceAPI

/// Keeps a server from starting that wouldn't ask people for the second factor which
/// they turned on, since the plugin that does is left out.
///
/// It has the tables, so that the other one isn't there without it.
public enum SecondFactorGuardPlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        let database: any SQLDatabase
        let isMeant: Bool
        let isAsked: @Sendable () -> Bool
        let now: @Sendable () -> Date

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - configuration: Whether the operator means it.
        ///   - database: Holds the tables.
        ///   - isAsked: Whether somebody asks for second factors.
        ///   - now: The present time.
        public init(
            configuration: Configuration, database: any SQLDatabase, isAsked: @escaping @Sendable () -> Bool,
            now: @escaping @Sendable () -> Date
        ) {
            isMeant = configuration[FactorSettings.mayBeLeftOut]
            self.database = database
            self.isAsked = isAsked
            self.now = now
        }
    }

    /// The name `second-factor-guard`.
    public static let manifest = PluginManifest(
        id: "second-factor-guard",
        summary: LocalizedText(
            en: "No start without second factors that people turned on",
            es: "Sin arranque si faltan los segundos factores que se activaron"))

    /// Whether what it guards may be left out, and how long lost factors stay.
    public static let declarations = {
        var declared = Contributions(FactorSettings.section, to: ConfigurationSections.self)
        declared.add(.secondFactor, to: OperatorActFollowers.self)
        return declared.and(migrations: SecondFactorMigrations.all)
    }()

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        Assembly(services: [FactorGuard(dependencies: dependencies)])
    }
}

private struct FactorGuard: PluginService {
    let dependencies: SecondFactorGuardPlugin.Dependencies

    func start() async throws {
        guard !dependencies.isMeant, !dependencies.isAsked() else { return }
        let now = dependencies.now()
        let count = try await dependencies.database.read { db in try AuthenticatorRow.countInForce(at: now, in: db) }
        guard count == 0 else { throw FactorSettings.leftOut(count) }
    }
}
