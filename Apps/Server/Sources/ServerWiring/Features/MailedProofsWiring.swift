import MailedProofsService
import MailedProofsServiceAPI
import PluginKit
import SecurityMetricsServiceAPI

/// Installs links and codes that prove who reads a mailbox.
enum MailedProofsWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<MailedProofsServicePlugin.Exports> {
        try host.install(MailedProofsServicePlugin.self) { scope in
            try .init(
                database: scope[base.database], cryptography: scope[base.cryptography],
                serverKeys: scope[base.keys], mail: scope[base.mail],
                kinds: scope.collector(of: MailedProofKinds.self), audit: scope.collector(of: AuditRecorders.self),
                now: scope[base.now])
        }
    }
}
