import ComposerFlows
import CryptographyAPI
import CryptographyOpenSSL
import OfflineQueueAPI
import OfflineQueueClient
import PluginKit
import SessionsAPI
import SessionsClient

/// The whole client, composed and not started.
struct ClientComposition {
    let plugins: Composition
    let cryptography: Cryptography
    /// Tells what became of requests that waited.
    let notices: any QueueInspecting
    /// Tells in whose name the program acts.
    let acting: any ActingPerson
    /// Whether there is a server.
    let presence: ServerPresence

    init(
        _ options: ClientOptions, in surroundings: ClientInfrastructure.Surroundings
    ) throws(PluginHostError) {
        var host = PluginHost()
        let base = try ClientInfrastructure(&host, options, surroundings)
        let features = try ClientFeatures(on: base, &host)
        try features.installCommands(on: base, &host)
        plugins = try host.composed()
        presence = base.presence
        acting = try plugins[features.sessions].acting
        notices = try plugins[features.queue].queue
        cryptography = try plugins[base.cryptography].cryptography
    }
}
