import CaptchaService
import CaptchaServiceAPI
import PluginKit

/// Installs the tests that tell people from machines.
enum CaptchaWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<CaptchaServicePlugin.Exports> {
        try host.install(CaptchaServicePlugin.self) { scope in
            try .init(
                configuration: base.configuration, transport: scope[base.transport],
                database: scope[base.database], cryptography: scope[base.cryptography],
                serverKeys: scope[base.keys], metrics: scope[base.metrics],
                demands: scope.collector(of: CaptchaDemands.self), now: scope[base.now])
        }
    }
}
