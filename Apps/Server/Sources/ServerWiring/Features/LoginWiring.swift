import AccountsService
import CaptchaService
import ConfigurationAPI
import CryptographyAPI
import LoginService
import LoginServiceAPI
import PluginKit
import Presenting
import RateLimitingAPI
import RateLimitingSQL
import RegistrationService
import SessionsService

/// Installs logins, and the locks against guessing.
enum LoginWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ limits: Installed<RateLimitingPlugin.Exports>, _ captcha: Installed<CaptchaServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<LoginServicePlugin.Exports> {
        try host.install(LoginServicePlugin.self) { scope in
            try .init(
                accounts: scope[accounts].passwords,
                hidesUnproved: RegistrationPolicy(base.configuration).enumeration == .strict,
                directory: scope[accounts].accounts,
                issuing: scope[sessions].issuing,
                ending: scope[sessions].ending,
                offered: scope.collector(of: OfferedSteps.self),
                database: scope[base.database], checkers: scope.collector(of: SecondFactorCheckers.self),
                observers: scope.collector(of: LoginObservers.self),
                limiters: scope[limits].limiters, counters: scope.collector(of: AttemptCounters.self),
                lockout: LockoutPolicy(base.configuration),
                captcha: scope[captcha].verifying, cryptography: scope[base.cryptography],
                serverKeys: scope[base.keys], metrics: scope[base.metrics], log: scope[base.log],
                now: scope[base.now])
        }
    }
}
