import AccountVerificationService
import AccountsService
import ConfigurationAPI
import MailedProofsService
import PluginKit
import Presenting
import SessionsService

/// Installs the verification of email addresses.
enum AccountVerificationWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ proofs: Installed<MailedProofsServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<AccountVerificationServicePlugin.Exports> {
        try host.install(AccountVerificationServicePlugin.self) { scope in
            try .init(
                database: scope[base.database], proofs: scope[proofs].proofs,
                accounts: scope[accounts].accounts, passwords: scope[accounts].passwords,
                verification: scope[accounts].verification, sessions: scope[sessions].authentication,
                work: scope[base.work], offered: scope.collector(of: OfferedSteps.self), ways: base.ways(in: scope),
                configuration: base.configuration,
                address: { [address = base.address] in address.text }, log: scope[base.log])
        }
    }
}
