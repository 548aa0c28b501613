import AccountVerificationService
import AccountsService
import ConfigurationAPI
import DeferredWorkSQL
import MailedProofsService
import PluginKit
import SessionsService

/// Installs the verification of email addresses.
enum AccountVerificationWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ proofs: Installed<MailedProofsServicePlugin.Exports>, _ deferred: Installed<DeferredWorkPlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(AccountVerificationServicePlugin.self) { scope in
            try .init(
                database: base.database(in: scope), proofs: scope[proofs].proofs,
                accounts: scope[accounts].accounts, passwords: scope[accounts].passwords,
                verification: scope[accounts].verification, sessions: scope[sessions].authentication,
                work: scope[deferred].work, linkLifetime: base.configuration[ServerSettings.verificationLink],
                address: { [address = base.address] in address.text }, log: base.log(in: scope))
        }
    }
}
