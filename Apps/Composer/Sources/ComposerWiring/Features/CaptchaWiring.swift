import CaptchaClient
import CryptographyAPI
import PluginKit

/// Installs what solves the tests that tell people from machines.
enum CaptchaWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<CaptchaClientPlugin.Exports> {
        try host.install(CaptchaClientPlugin.self) { scope in
            try .init(hashing: base.cryptography(in: scope).hashing)
        }
    }
}
