import AccountsService
import ConfigurationAPI
import LoginService
import PluginKit
import Presenting
import RegistrationService
import RegistrationServiceAPI
import SessionsService

/// Installs registration.
enum RegistrationWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ login: Installed<LoginServicePlugin.Exports>, _ rules: Installed<PasswordRulesPlugin.Exports>,
    ) throws(PluginHostError) -> Installed<Void> {
        let registration = try host.install(RegistrationServicePlugin.self) { scope in
            try .init(
                accounts: scope[accounts].accounts, issuing: scope[sessions].issuing,
                devices: scope[login].devices, rules: scope[rules].rules,
                policy: RegistrationPolicy(base.configuration),
                offered: scope.collector(of: OfferedSteps.self),
                work: scope[base.work], observers: scope.collector(of: RegistrationObservers.self),
                metrics: scope[base.metrics], log: scope[base.log])
        }
        try host.install(RegistrationClosedPlugin.self) { scope in
            .init(isClosed: scope[ifEnabled: registration] == nil)
        }
        return registration
    }
}
