import DeviceFindingsClient
import PluginKit
import SecureStorageClient
import SessionsClient
import TokenRefreshClient

/// Installs what tells the server of what a start found.
enum DeviceFindingsWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ storage: Installed<SecureStorageClientPlugin.Exports>, _ sessions: Installed<SessionsClientPlugin.Exports>,
        _ refresh: Installed<TokenRefreshClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<DeviceFindingsClientPlugin.Exports> {
        try host.install(DeviceFindingsClientPlugin.self) { scope in
            try .init(
                serverOf: base.clients(over: scope[refresh].transportOf), sessions: scope[sessions].store,
                secrets: scope[storage].secrets, log: base.log(in: scope))
        }
    }
}
