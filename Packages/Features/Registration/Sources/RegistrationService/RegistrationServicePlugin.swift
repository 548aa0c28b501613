public import AccountsServiceAPI
import ConfigurationAPI
public import DeferredWorkAPI
import HTTPServingAPI
import HTTPTypes
import Localization
public import LoginServiceAPI
public import PasswordQuality
public import PluginKit
public import Presenting
import RegistrationContract
public import RegistrationServiceAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs the server side of making accounts.
public enum RegistrationServicePlugin: Plugin {
    /// What making accounts needs.
    public struct Dependencies: Sendable {
        /// Makes and reads accounts.
        public let accounts: any AccountCreating & AccountReading & PreparedAccountCreating
        /// Begins sessions.
        public let issuing: any SessionIssuing
        /// Makes the devices known on which sessions begin.
        public let devices: any DeviceRecognizing
        /// Which passwords can be chosen.
        public let rules: PasswordRules
        /// How accounts are made.
        public let policy: RegistrationPolicy
        /// What people can do, from `OfferedSteps`: answers name no other way, and
        /// without `verify` nobody is asked to prove an address.
        public let offered: @Sendable () -> [NextStep]
        /// Makes accounts after the answer, where it may not tell anything.
        public let work: any WorkDeferring
        /// Those who hear of attempts with addresses in use.
        public let observers: @Sendable () -> [any RegistrationObserving]
        /// Counts registrations by their result.
        public let metrics: any MetricsRegistry
        /// Hears of new accounts and failures.
        public let log: Logger

        /// Creates the dependencies.
        public init(
            accounts: any AccountCreating & AccountReading & PreparedAccountCreating, issuing: any SessionIssuing,
            devices: any DeviceRecognizing, rules: PasswordRules = PasswordRules(), policy: RegistrationPolicy,
            offered: @escaping @Sendable () -> [NextStep] = { [.recover, .verify] }, work: any WorkDeferring,
            observers: @escaping @Sendable () -> [any RegistrationObserving], metrics: any MetricsRegistry, log: Logger
        ) {
            self.accounts = accounts
            self.issuing = issuing
            self.devices = devices
            self.rules = rules
            self.policy = policy
            self.offered = offered
            self.work = work
            self.observers = observers
            self.metrics = metrics
            self.log = log
        }
    }

    /// The name `registration`.
    public static let manifest = PluginManifest(
        id: "registration", summary: LocalizedText(en: "Making accounts", es: "Creación de cuentas"))

    /// What the answer tells, and where people go next.
    public static let declarations = Contributions(RegistrationSettings.section, to: ConfigurationSections.self)

    /// Builds the route.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Void> {
        let registrations = try dependencies.metrics.counter(
            "essentiald_registrations_total", help: "Attempts to make an account by their result.", labels: ["result"])
        let log = dependencies.log.labelled("registration")
        let routes = RegistrationRoutes(
            accounts: dependencies.accounts,
            welcome: Welcome(
                issuing: dependencies.issuing, devices: dependencies.devices, policy: dependencies.policy,
                offered: dependencies.offered, log: log),
            rules: dependencies.rules, work: dependencies.work, registrations: registrations, log: log)
        var contributions = Contributions()
        contributions.add(
            StrictRegistration(
                accounts: dependencies.accounts, observers: dependencies.observers, registrations: registrations,
                log: log),
            to: DeferredWorkHandlers.self)
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        let needed = NeededStep(.verify, of: dependencies.offered, otherwise: RegistrationSettings.letterIsNotSent)
        return Assembly(
            services: dependencies.policy.enumeration == .strict ? [needed] : [], contributions: contributions)
    }
}
