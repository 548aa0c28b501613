import ConfigurationAPI
import PluginKit
import SessionsService
import SessionsServiceAPI

/// Installs sessions and their tokens.
enum SessionsWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<SessionsServicePlugin.Exports> {
        let configuration = base.configuration, address = base.address
        return try host.install(SessionsServicePlugin.self) { scope in
            try .init(
                settings: .init(
                    issuer: address.text,
                    accessLifetime: configuration[ServerSettings.accessLifetime],
                    refreshIdle: configuration[ServerSettings.refreshIdle],
                    refreshAbsolute: configuration[ServerSettings.refreshAbsolute],
                    refreshGrace: configuration[ServerSettings.refreshGrace],
                    eventRetention: configuration[ServerSettings.eventRetention],
                    requiresKey: configuration[ServerSettings.requireDPoP]),
                database: base.database(in: scope), cryptography: base.cryptography(in: scope),
                serverKeys: base.keys(in: scope), mail: base.mail(in: scope),
                observers: scope.collector(of: SessionObservers.self),
                locators: scope.collector(of: PlaceLocators.self), logger: base.log(in: scope),
                metrics: base.metrics(in: scope), now: base.now(in: scope))
        }
    }
}
