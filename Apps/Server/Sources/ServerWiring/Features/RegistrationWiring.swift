import AccountsService
import ConfigurationAPI
import LoginService
import MailedProofsService
import PluginKit
import Presenting
import RegistrationOperations
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

/// Installs invitations, which are there also where nobody registers without one.
enum InvitationsWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ login: Installed<LoginServicePlugin.Exports>, _ rules: Installed<PasswordRulesPlugin.Exports>,
        _ proofs: Installed<MailedProofsServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<InvitationsServicePlugin.Exports> {
        try host.install(RegistrationOperationsPlugin.self, ())
        return try host.install(InvitationsServicePlugin.self) { scope in
            try .init(
                database: scope[base.database], proofs: scope[proofs].proofs, accounts: scope[accounts].accounts,
                addresses: scope[accounts].addresses, issuing: scope[sessions].issuing,
                devices: scope[login].devices, rules: scope[rules].rules, configuration: base.configuration,
                offered: scope.collector(of: OfferedSteps.self),
                address: { [address = base.address] in address.text }, log: scope[base.log], now: scope[base.now])
        }
    }
}
