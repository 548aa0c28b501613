import AccountsService
import CaptchaService
import ConfigurationAPI
import CryptographyAPI
import DeferredWorkSQL
import LoginService
import MailedProofsService
import PasswordRecoveryService
import PluginKit
import RateLimitingSQL

/// Installs the way back for who forgot a password.
enum PasswordRecoveryWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ login: Installed<LoginServicePlugin.Exports>,
        _ rules: Installed<PasswordRulesPlugin.Exports>, _ proofs: Installed<MailedProofsServicePlugin.Exports>,
        _ captcha: Installed<CaptchaServicePlugin.Exports>, _ limits: Installed<RateLimitingPlugin.Exports>,
        _ deferred: Installed<DeferredWorkPlugin.Exports>
    ) throws(PluginHostError) {
        let configuration = base.configuration, captchaAfter = configuration[LimitSettings.recoveryCaptchaAfter]
        try host.install(PasswordRecoveryServicePlugin.self) { scope in
            try .init(
                database: base.database(in: scope), proofs: scope[proofs].proofs,
                accounts: scope[accounts].accounts, passwords: scope[accounts].passwords,
                verification: scope[accounts].verification, rules: scope[rules].rules,
                lockout: scope[login].lockouts, work: scope[deferred].work,
                captcha: captchaAfter > 0 ? scope[captcha].verifying : nil, captchaAfter: captchaAfter,
                limiters: scope[limits].limiters, authentication: base.cryptography(in: scope).authentication,
                serverKeys: base.keys(in: scope), mail: base.mail(in: scope),
                linkLifetime: configuration[ServerSettings.recoveryLink],
                codeLifetime: configuration[ServerSettings.recoveryCode],
                address: { [address = base.address] in address.text }, metrics: base.metrics(in: scope),
                log: base.log(in: scope), now: base.now(in: scope))
        }
    }
}
