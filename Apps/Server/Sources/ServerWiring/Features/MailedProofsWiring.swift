import MailedProofsService
import MailedProofsServiceAPI
import PluginKit

/// Installs links and codes that prove who reads a mailbox.
enum MailedProofsWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<MailedProofsServicePlugin.Exports> {
        try host.install(MailedProofsServicePlugin.self) { scope in
            try .init(
                database: base.database(in: scope), cryptography: base.cryptography(in: scope),
                serverKeys: base.keys(in: scope), mail: base.mail(in: scope),
                kinds: scope.collector(of: MailedProofKinds.self), now: base.now(in: scope))
        }
    }
}
