import ConfigurationAPI
import PluginKit
import RateLimitingAPI
import RateLimitingSQL

/// Installs the limits of attempts.
enum RateLimitingWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<RateLimitingPlugin.Exports> {
        try host.install(RateLimitingPlugin.self) { scope in
            try .init(
                database: base.database(in: scope), limitsRoutes: base.configuration[LimitSettings.isEnabled],
                routes: scope.collector(of: RateLimitedRoutes.self), metrics: base.metrics(in: scope),
                log: base.log(in: scope), now: base.now(in: scope))
        }
    }
}
