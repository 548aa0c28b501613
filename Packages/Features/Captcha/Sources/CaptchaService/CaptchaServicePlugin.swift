import CaptchaContract
public import CaptchaServiceAPI
public import ConfigurationAPI
public import CryptographyAPI
public import FoundationEssentials
import HTTPServingAPI
public import HTTPTransportAPI
import HTTPTypes
import Localization
public import PluginKit
public import SQLStoreAPI
public import ServerKeysAPI
public import TelemetryAPI

/// Installs the CAPTCHA of the server: its own, or one of somebody else's.
public enum CaptchaServicePlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        let provider: CaptchaProvider?
        let transport: (any HTTPTransport)?
        let database: any SQLDatabase
        let cryptography: Cryptography
        let serverKeys: any ServerKeyProviding
        let metrics: any MetricsRegistry
        let demands: @Sendable () -> [any CaptchaDemanding]
        let now: @Sendable () -> Date

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - configuration: Who verifies answers.
        ///   - transport: Asks them, if it is somebody else.
        ///   - database: Remembers answers that were used.
        ///   - cryptography: Hashes, signs, and makes random numbers.
        ///   - serverKeys: Gives the key of challenges.
        ///   - metrics: Counts answers.
        ///   - demands: Whoever wants CAPTCHAs, from `CaptchaDemands`.
        ///   - now: Tells the time.
        /// - Throws: `UnusableSettings` for somebody else without the keys that
        ///   they need.
        public init(
            configuration: Configuration, transport: any HTTPTransport, database: any SQLDatabase,
            cryptography: Cryptography, serverKeys: any ServerKeyProviding, metrics: any MetricsRegistry,
            demands: @escaping @Sendable () -> [any CaptchaDemanding], now: @escaping @Sendable () -> Date
        ) throws(UnusableSettings) {
            self.init(
                provider: try CaptchaProvider(configuration).map { ($0, transport) }, database: database,
                cryptography: cryptography, serverKeys: serverKeys, metrics: metrics, demands: demands, now: now)
        }

        /// - Parameter provider: Who verifies answers, and what asks them; nil for
        ///   the proof of work, which needs nobody.
        package init(
            provider: (CaptchaProvider, any HTTPTransport)? = nil, database: any SQLDatabase,
            cryptography: Cryptography, serverKeys: any ServerKeyProviding, metrics: any MetricsRegistry,
            demands: @escaping @Sendable () -> [any CaptchaDemanding] = { [] }, now: @escaping @Sendable () -> Date
        ) {
            self.provider = provider?.0
            transport = provider?.1
            self.database = database
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.metrics = metrics
            self.demands = demands
            self.now = now
        }
    }

    /// What it offers.
    public struct Exports: Sendable {
        /// Asks and verifies.
        public let verifying: any CaptchaVerifying
        /// Whether programs and pages solve it by themselves: one of somebody else's a terminal can't show.
        public let isSelfSolving: Bool
    }

    /// The name `captcha`.
    public static let manifest = PluginManifest(
        id: "captcha", summary: LocalizedText(en: "What machines have to pay", es: "Lo que pagan las máquinas"))

    /// Who tells people from machines.
    public static let declarations = Contributions(CaptchaSettings.section, to: ConfigurationSections.self)
        .and(migrations: [UsedChallenges.migration])

    /// Builds the verifier.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        let used = UsedChallenges(database: dependencies.database)
        let method: any CaptchaMethod =
            if let provider = dependencies.provider, let transport = dependencies.transport {
                SiteVerification(provider: provider, transport: transport)
            } else {
                ProofOfWorkChallenges(
                    random: dependencies.cryptography.random, hashing: dependencies.cryptography.hashing,
                    authentication: dependencies.cryptography.authentication, serverKeys: dependencies.serverKeys,
                    used: used, now: dependencies.now)
            }
        // An attack of others keeps out nobody who can't show the CAPTCHA.
        let isOwn = dependencies.provider == nil
        let nobody: @Sendable () -> [any CaptchaDemanding] = { [] }
        let captcha = ServerCaptcha(
            method: method, demands: isOwn ? dependencies.demands : nobody,
            answers: try dependencies.metrics.counter(
                "essentiald_captchas_total", help: "Answers to CAPTCHAs by their result.", labels: ["result"]))
        var contributions = Contributions()
        contributions.add(UsedChallenges.sweep(dependencies.now), to: Sweeps.self)
        contributions.add(
            Route(.get, ProofOfWork.path, bodyLimit: 0, description: .getCaptcha) { _ in
                guard let challenge = try? await method.challenge(abuse: 0) else {
                    throw HTTPProblem.unavailable(retryAfter: .seconds(5))
                }
                return try .json(ProofOfWork.Offer(captcha: challenge), fields: [.cacheControl: "no-store"])
            }, to: HTTPRoutes.self)
        return Assembly(exports: Exports(verifying: captcha, isSelfSolving: isOwn), contributions: contributions)
    }
}

extension RouteDescription {
    fileprivate static var getCaptcha: RouteDescription {
        RouteDescription(
            "getCaptcha", RouteTag("Sessions"), "A CAPTCHA to answer",
            "What 428 would ask without further failures. Nobody has to ask here first.",
            answers: [.ok("The challenge.", .captcha, example: .captcha)])
    }
}
