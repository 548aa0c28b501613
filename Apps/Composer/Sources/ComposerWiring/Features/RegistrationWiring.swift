import ComposerFlows
import LoginClient
import OfflineQueueClient
import PluginKit
import ProofOfPossessionClient
import RegistrationClient
import RegistrationPresentation
import SessionsAPI
import SessionsClient

/// Installs registration.
enum RegistrationWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ proofs: Installed<ProofOfPossessionClientPlugin.Exports>, _ sessions: Installed<SessionsClientPlugin.Exports>,
        _ queue: Installed<OfflineQueueClientPlugin.Exports>, _ login: Installed<LoginClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<RegistrationClientPlugin.Exports> {
        try host.install(RegistrationClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[proofs].transport), sessions: scope[sessions].store,
                devices: scope[login].devices, device: base.surroundings.device, replaced: scope[login].replaced,
                queue: scope[queue].queue, endObservers: scope.collector(of: SessionEndObservers.self))
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(RegistrationPresentationPlugin.self) { scope in
            try .init(
                registration: SignUpCoordinator(
                    .init(
                        registration: scope[features.registration].registration,
                        memory: base.places, keys: scope[features.proofs].keys)),
                validator: scope[features.registration].validator)
        }
    }
}
