import ConfigurationAPI
import PlacesAPI
import PluginKit
import Presenting
import SessionsService
import SessionsServiceAPI

/// Installs sessions and their tokens, and who knows where they are.
enum SessionsWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<SessionsServicePlugin.Exports> {
        try PlacesWiring.install(on: base, &host)
        let address = base.address
        return try host.install(SessionsServicePlugin.self) { scope in
            try .init(
                settings: .init(base.configuration, issuer: address.text), database: scope[base.database],
                cryptography: scope[base.cryptography],
                serverKeys: scope[base.keys], mail: scope[base.mail], offered: scope.collector(of: OfferedSteps.self),
                ways: base.ways(in: scope),
                observers: scope.collector(of: SessionObservers.self),
                locators: scope.collector(of: PlaceLocators.self),
                states: scope.collector(of: AccountStates.self), askers: scope.collector(of: SecondFactorAskers.self),
                logger: scope[base.log],
                metrics: scope[base.metrics], now: scope[base.now])
        }
    }
}
