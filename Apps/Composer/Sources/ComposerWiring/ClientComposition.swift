import ComposerFlows
import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import DeviceFindingsClient
import OfflineQueueAPI
import OfflineQueueClient
import PluginKit
import SecureStorageAPI
import SecureStorageClient
import SecurityMetricsClient
import SessionsAPI
import SessionsClient

/// The whole client, composed and not started.
struct ClientComposition {
    let plugins: Composition
    let cryptography: Cryptography
    /// Tells what became of requests that waited.
    let notices: any QueueInspecting
    /// Tells in whose name the program acts; nil for that of whoever is logged in at a time.
    private let acting: (any ActingPerson)?
    let vault: any VaultMaintaining
    /// Whether there is a server.
    let presence: ServerPresence
    /// Sees to it that the server's audit trail stays the one that was seen.
    let trail: TrailWatch
    /// Has the server told of what a start found.
    let findings: FindingsWatch

    init(
        _ options: ClientOptions, in surroundings: ClientInfrastructure.Surroundings
    ) throws(PluginHostError) {
        var host = PluginHost()
        let base = try ClientInfrastructure(&host, options, surroundings)
        let features = try ClientFeatures(on: base, &host)
        try features.installCommands(on: base, &host)
        plugins = try host.composed()
        presence = base.presence
        vault = try plugins[features.storage].maintenance
        trail = TrailWatch(
            trail: try plugins[features.trail].trail, presence: presence,
            vault: try plugins[features.storage].locking)
        findings = FindingsWatch(
            findings: try plugins[features.findings].findings, presence: presence,
            locking: try plugins[features.storage].locking, vault: vault)
        // The pages of `essential app` are for whoever is logged in, and know it by themselves.
        acting = options.runsUntilSignal ? nil : try plugins[features.sessions].acting
        notices = try plugins[features.queue].queue
        cryptography = try plugins[base.cryptography].cryptography
    }

    /// Does what the program was started for, while its services run: in the name of whoever is
    /// logged in as it begins, since they are asked.
    func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await plugins.run { [acting] in
            await Task.inPassing { await acting?.bind() }
            try await body()
        }
    }
}
