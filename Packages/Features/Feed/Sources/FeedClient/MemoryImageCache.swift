package import AtomicFiles
package import FeedAPI
package import FoundationEssentials
import Locking
import SecureStorageAPI

/// Keeps pictures in memory while the program runs, and as long as they are those of
/// one tenant.
package final class MemoryImageCache: ImageDataCaching {
    private struct Entry {
        let data: Data
        var lastUse: Int
    }

    private struct State {
        var tenant = CacheTenant(0)
        var entries: [URL: Entry] = [:]
        var byteCount = 0
        /// Counts uses, so that of any two it is known which came first.
        var uses = 0

        mutating func use() -> Int {
            uses += 1
            return uses
        }

        /// Forgets what is somebody else's.
        mutating func enter(_ tenant: CacheTenant) {
            guard tenant != self.tenant else { return }
            self = State(tenant: tenant, uses: uses)
        }

        mutating func remove(_ url: URL) {
            byteCount -= entries.removeValue(forKey: url)?.data.count ?? 0
        }
    }

    private let maximumBytes: Int
    private let state = Locked(State())

    /// - Parameter maximumBytes: How much the pictures may take in all.
    package init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    package func tenant() async -> CacheTenant { state.current.tenant }

    /// Forgets what isn't somebody's.
    func enter(_ tenant: CacheTenant) {
        state.withLock { $0.enter(tenant) }
    }

    package func save(_ data: Data, for url: URL, of tenant: CacheTenant) async throws(ImageCacheError) {
        // Also if the new one is too large: the former would be wrong.
        state.withLock { state in
            state.enter(tenant)
            state.remove(url)
        }
        guard data.count <= maximumBytes else {
            throw .notSaved(reason: "\(data.count) > \(maximumBytes) bytes")
        }
        state.withLock { state in
            state.remove(url)
            state.entries[url] = Entry(data: data, lastUse: state.use())
            state.byteCount += data.count
            guard state.byteCount > maximumBytes else { return }
            for (url, _) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                // An eighth more than needed, so that not each picture that
                // follows has to look for room again.
                guard state.byteCount > maximumBytes - maximumBytes / 8, state.entries.count > 1 else { return }
                state.remove(url)
            }
        }
    }

    package func load(for url: URL) async throws(ImageCacheError) -> Data? {
        state.withLock { state in
            let use = state.use()
            state.entries[url]?.lastUse = use
            return state.entries[url]?.data
        }
    }

    package func remove(for url: URL) async throws(ImageCacheError) {
        state.withLock { $0.remove(url) }
    }

    package func removeAll() async throws(ImageCacheError) {
        state.withLock { state in
            state.entries = [:]
            state.byteCount = 0
        }
    }
}

/// Pictures are as private as the vault, for as long as somebody may look for them
/// in memory.
extension MemoryImageCache: VaultLockObserving {
    package func vaultDidLock() async {
        try? await removeAll()
    }
}
