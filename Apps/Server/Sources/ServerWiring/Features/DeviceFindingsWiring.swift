import DeviceFindingsService
import PluginKit
import SecurityMetricsServiceAPI
import SessionsService

/// Installs what takes clients' findings about their devices.
enum DeviceFindingsWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ sessions: Installed<SessionsServicePlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(DeviceFindingsServicePlugin.self) { scope in
            try .init(
                database: scope[base.database], sessions: scope[sessions].authentication,
                audit: scope.collector(of: AuditRecorders.self), log: scope[base.log], now: scope[base.now])
        }
    }
}
