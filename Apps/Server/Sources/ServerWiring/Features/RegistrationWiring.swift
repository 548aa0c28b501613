import AccountsService
import ConfigurationAPI
import DeferredWorkSQL
import LoginService
import PluginKit
import RegistrationService
import RegistrationServiceAPI
import SessionsService

/// Installs registration.
enum RegistrationWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ login: Installed<LoginServicePlugin.Exports>, _ rules: Installed<PasswordRulesPlugin.Exports>,
        _ deferred: Installed<DeferredWorkPlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(RegistrationServicePlugin.self) { scope in
            try .init(
                accounts: scope[accounts].accounts, issuing: scope[sessions].issuing,
                devices: scope[login].devices, rules: scope[rules].rules,
                policy: RegistrationPolicy(
                    enumeration: base.configuration[ServerSettings.enumeration].option,
                    afterRegistration: base.configuration[ServerSettings.afterRegistration].option,
                    allowsUnverified: base.allowsUnverified, offersRecovery: true),
                work: scope[deferred].work, observers: scope.collector(of: RegistrationObservers.self),
                metrics: base.metrics(in: scope), log: base.log(in: scope))
        }
    }
}
