public import ConfigurationAPI
public import CryptographyAPI
public import FoundationEssentials
public import HTTPServingAPI
import Localization
public import PluginKit
public import Presenting
public import SessionsServiceAPI
public import TelemetryAPI

/// Answers clients of Supabase Auth, where an operator wants that.
public enum SupabaseCompatibilityServicePlugin: Plugin {
    /// What answering them needs.
    public struct Dependencies: Sendable {
        let configuration: Configuration
        let responder: @Sendable () -> (any HTTPResponding)?
        let basePath: String
        let authentication: any RequestAuthenticating
        let ending: any SessionEnding
        let signing: any TokenSigning
        let random: any RandomSource
        let makesAccounts: Bool
        let offered: @Sendable () -> [NextStep]
        let log: Logger
        let now: @Sendable () -> Date

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - configuration: Whether they are answered.
        ///   - responder: The server's own answers, while it runs: what they ask is asked there.
        ///   - basePath: What stands before all paths; no slash at its end.
        ///   - authentication: Tells which session ends.
        ///   - ending: Ends it.
        ///   - signing: Signs the tokens that they read.
        ///   - random: Names those who give no name.
        ///   - makesAccounts: Whether accounts are made.
        ///   - offered: What people can do, from `OfferedSteps`.
        ///   - log: Hears of failures.
        ///   - now: The present time.
        public init(
            configuration: Configuration, responder: @escaping @Sendable () -> (any HTTPResponding)?, basePath: String,
            authentication: any RequestAuthenticating, ending: any SessionEnding, signing: any TokenSigning,
            random: any RandomSource, makesAccounts: Bool, offered: @escaping @Sendable () -> [NextStep], log: Logger,
            now: @escaping @Sendable () -> Date
        ) {
            self.configuration = configuration
            self.responder = responder
            self.basePath = basePath
            self.authentication = authentication
            self.ending = ending
            self.signing = signing
            self.random = random
            self.makesAccounts = makesAccounts
            self.offered = offered
            self.log = log
            self.now = now
        }
    }

    /// The name `supabase-compatibility`.
    public static let manifest = PluginManifest(
        id: "supabase-compatibility",
        summary: LocalizedText(
            en: "Answers clients of Supabase Auth", es: "Responde a los clientes de Supabase Auth"))

    /// Whether they are answered.
    public static let declarations = Contributions(SupabaseSettings.section, to: ConfigurationSections.self)

    /// Builds the routes; there are none unless an operator says so.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard dependencies.configuration[SupabaseSettings.isEnabled] else { return Assembly() }
        let own = OwnInterface(responder: dependencies.responder, basePath: dependencies.basePath)
        let tokens = SupabaseTokens(signing: dependencies.signing, now: dependencies.now)
        let routes = SupabaseRoutes(
            own: own, tokens: tokens,
            sessions: SupabaseSessions(
                own: own, tokens: tokens, authentication: dependencies.authentication, ending: dependencies.ending,
                log: dependencies.log.labelled("supabase")),
            random: dependencies.random,
            offer: SupabaseOffer(makesAccounts: dependencies.makesAccounts, offered: dependencies.offered))
        var contributions = Contributions()
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(
            SupabaseAnswers(path: dependencies.basePath + SupabaseRoutes.path + "/"), to: HTTPMiddlewares.self)
        return Assembly(contributions: contributions)
    }
}
