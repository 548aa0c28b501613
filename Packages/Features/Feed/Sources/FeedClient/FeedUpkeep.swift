import AtomicFiles
import FeedAPI
import PluginKit

/// Removes what is kept of the feed once it can't be shown any more: as the
/// program starts, and as it has nothing left to do.
struct FeedUpkeep: PluginService {
    let cache: any FeedCaching
    /// Where earlier versions of the program kept what they sent, under names:
    /// one that was killed left a person's picture there as it was taken.
    let uploads: CacheFolder

    func start() async {
        try? uploads.removeAll()
        await validate()
    }

    func stop() async { await validate() }

    /// What can't be removed is no reason not to do what the person wants; it
    /// isn't shown in any case.
    private func validate() async {
        try? await cache.validate()
    }
}
