import AccountsService
import CaptchaService
import LoginService
import OperatingAPI
import PluginKit
import Presenting
import SecurityMetricsOperations
import SecurityMetricsService
import SecurityMetricsServiceAPI
import SessionsService

/// Installs the audit trail.
enum SecurityMetricsWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ accounts: Installed<AccountsServicePlugin.Exports>,
        _ sessions: Installed<SessionsServicePlugin.Exports>, _ captcha: Installed<CaptchaServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<SecurityMetricsServicePlugin.Exports> {
        try host.install(SecurityMetricsOperationsPlugin.self, ())
        return try host.install(SecurityMetricsServicePlugin.self) { scope in
            let kinds = scope.collector(of: AuditKinds.self), deeds = scope.collector(of: OperatorDeeds.self)
            return try .init(
                configuration: base.configuration, database: scope[base.database],
                cryptography: scope[base.cryptography], serverKeys: scope[base.keys],
                accounts: scope[accounts].accounts, sessions: scope[sessions].authentication, mail: scope[base.mail],
                asksCaptchas: scope[captcha].isSelfSolving && LockoutPolicy(base.configuration).captchaAfter != nil,
                offered: scope.collector(of: OfferedSteps.self), ways: base.ways(in: scope),
                forwarders: scope.collector(of: EventForwarders.self), log: scope[base.log], now: scope[base.now],
                kinds: { kinds() + deeds().map { AuditKind($0) } }, isTimeDisputed: scope[base.isTimeDisputed])
        }
    }
}
