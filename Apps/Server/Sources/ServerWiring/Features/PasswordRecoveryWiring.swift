import AccountsService
import CaptchaService
import ConfigurationAPI
import CryptographyAPI
import LoginService
import MailedProofsService
import PasswordRecoveryService
import PluginKit
import RateLimitingSQL
import SecurityMetricsServiceAPI

/// Installs the way back for who forgot a password.
enum PasswordRecoveryWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ login: Installed<LoginServicePlugin.Exports>,
        _ rules: Installed<PasswordRulesPlugin.Exports>, _ proofs: Installed<MailedProofsServicePlugin.Exports>,
        _ captcha: Installed<CaptchaServicePlugin.Exports>, _ limits: Installed<RateLimitingPlugin.Exports>,
    ) throws(PluginHostError) -> Installed<PasswordRecoveryServicePlugin.Exports> {
        try host.install(PasswordRecoveryServicePlugin.self) { scope in
            try .init(
                database: scope[base.database], proofs: scope[proofs].proofs,
                accounts: scope[accounts].accounts, passwords: scope[accounts].passwords,
                verification: scope[accounts].verification, rules: scope[rules].rules,
                lockout: scope[login].lockouts, work: scope[base.work],
                captcha: scope[captcha].verifying, limiters: scope[limits].limiters,
                authentication: scope[base.cryptography].authentication,
                serverKeys: scope[base.keys], mail: scope[base.mail], ways: base.ways(in: scope),
                audit: scope.collector(of: AuditRecorders.self),
                configuration: base.configuration, address: { [address = base.address] in address.text },
                metrics: scope[base.metrics],
                log: scope[base.log], now: scope[base.now])
        }
    }
}
