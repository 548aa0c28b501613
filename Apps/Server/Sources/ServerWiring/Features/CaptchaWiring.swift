import CaptchaService
import PluginKit

/// Installs the tests that tell people from machines.
enum CaptchaWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<CaptchaServicePlugin.Exports> {
        try host.install(CaptchaServicePlugin.self) { scope in
            try .init(
                provider: CaptchaSettings.provider(base.configuration).map { ($0, try base.transport(in: scope)) },
                database: base.database(in: scope), cryptography: base.cryptography(in: scope),
                serverKeys: base.keys(in: scope), metrics: base.metrics(in: scope), now: base.now(in: scope))
        }
    }
}
