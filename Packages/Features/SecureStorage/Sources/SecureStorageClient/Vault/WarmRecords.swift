import CoreModels
import CryptographyAPI
import Locking
import SecureStorageAPI
import SecureStorageLinux

/// The records that were read last, still sealed, each with its key in locked
/// memory: whoever reads one again only looks whether the files are the same,
/// and opens it, on the thread on which they are.
///
/// No plain text is kept.
final class WarmRecords: Sendable {
    private struct Entry: Sendable {
        let record: SealedRecord
        let place: TrackedPlace
    }

    /// More secrets than a client has; when there are more, all are forgotten.
    private static let capacity = 32
    /// Larger ones are read from the disk each time.
    private static let maximumByteCount = 16 * 1024

    private let entries = Locked<[SecretName: Entry]>([:])
    /// How often all were forgotten.
    private let forgotten = Locked(0)

    /// The secret, unless something changed since it was noted.
    func read(_ name: SecretName, in storage: VaultStorage) -> TrackedSecret? {
        guard let entry = entries.withLock({ $0[name] }) else { return nil }
        guard entry.place.isUnchanged(in: storage), case .opened(let record) = try? entry.record.open() else {
            forget(name)
            return nil
        }
        return tracked(record.payload, at: entry.place, in: storage)
    }

    /// A secret that was read: it has to be read again once something changed, and
    /// once all were forgotten.
    func tracked(_ secret: Secret, at place: TrackedPlace, in storage: VaultStorage) -> TrackedSecret {
        TrackedSecret(.present(secret)) { [forgotten, times = forgotten.current] in
            forgotten.current == times && place.isUnchanged(in: storage)
        }
    }

    /// Keeps a record that opened; not one that a person has to confirm.
    func note(_ record: SealedRecord, of name: SecretName, at place: TrackedPlace) {
        guard record.box.combined.count <= Self.maximumByteCount else { return }
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
            entries[name] = Entry(record: record, place: place)
        }
    }

    func forget(_ name: SecretName) {
        entries.withLock { $0[name] = nil }
    }

    func forgetAll() {
        entries.withLock { $0.removeAll() }
        forgotten.withLock { $0 += 1 }
    }
}
