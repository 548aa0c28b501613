import ComposerFlows
import CoreModels
import CryptographyAPI
import OfflineQueueAPI
import OfflineQueueClient
import PluginKit
import SecureStorageClient

/// The other servers of a profile: what waits for one that is used no more, since it has
/// moved, is not to be forgotten.
struct OtherServers: Sendable {
    let places: ClientPlaces
    let cryptography: Cryptography

    /// What waits for each of them, as far as its vault opens without a pass phrase.
    ///
    /// Nothing of it is sent or changed.
    func waiting() async -> [WaitingElsewhere] {
        var all: [WaitingElsewhere] = []
        for place in places.others {
            guard let count = try? await count(in: place.vault), count > 0 else { continue }
            all.append(WaitingElsewhere(server: place.address, count: count))
        }
        return all
    }

    /// How many requests wait, whosesoever they are.
    private func count(in vault: String) async throws -> Int {
        let storage = try SecureStorageClientPlugin.assemble(.init(folder: vault, cryptography: cryptography)).exports
        let queue = OfflineQueueClientPlugin.assemble(
            .init(
                secrets: storage.secrets, locks: storage.locks, vault: storage.maintenance, handlers: { [] },
                patience: nil, bootTime: { .now })
        ).exports.queue
        return try await queue.waiting().count + queue.othersWaiting()
    }
}
