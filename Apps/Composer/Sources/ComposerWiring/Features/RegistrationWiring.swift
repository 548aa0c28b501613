import AccountVerificationScreens
import ComposerFlows
import LoginClient
import OfflineQueueClient
import PluginKit
import ProofOfPossessionClient
import RegistrationClient
import RegistrationPresentation
import RegistrationScreens
import ScreensAPI
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
                unwanted: scope[login].unwanted, queue: scope[queue].queue,
                endObservers: scope.collector(of: SessionEndObservers.self))
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(RegistrationPresentationPlugin.self) { scope in
            let sessions = try scope[features.sessions].store
            return try .init(
                registration: registration(on: base, in: scope, features),
                validator: scope[features.registration].validator, person: { await sessions.load().person })
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures,
        _ confirmation: Installed<AccountVerificationScreensPlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(RegistrationScreensPlugin.self) { scope in
            let registration = try registration(on: base, in: scope, features)
            return .init(
                registration: Scoped(always: registration),
                validator: Scoped(always: try scope[features.registration].validator),
                confirmation: try scope[confirmation].place, isClosed: { await registration.isClosed() })
        }
    }

    private static func registration(
        on base: ClientInfrastructure, in scope: borrowing PluginScope, _ features: ClientFeatures
    ) throws(PluginHostError) -> SignUpCoordinator {
        SignUpCoordinator(
            .init(
                registration: try scope[features.registration].registration, memory: base.places,
                keys: try scope[features.proofs].keys))
    }
}
