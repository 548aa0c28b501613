import ConfigurationAPI
import PluginKit
import RateLimitingSQL

/// Installs the limits of attempts.
enum RateLimitingWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<RateLimitingPlugin.Exports> {
        try host.install(RateLimitingPlugin.self) { scope in
            try .init(
                database: scope[base.database], configuration: base.configuration, metrics: scope[base.metrics],
                log: scope[base.log], now: scope[base.now])
        }
    }
}
