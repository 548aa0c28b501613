import FeedAPI
import PluginKit

/// Removes what is kept of the feed once it can't be shown any more: as the
/// program starts, and as it has nothing left to do.
struct FeedUpkeep: PluginService {
    let cache: any FeedCaching

    func start() async { await validate() }
    func stop() async { await validate() }

    /// What can't be removed is no reason not to do what the person wants; it
    /// isn't shown in any case.
    private func validate() async {
        try? await cache.validate()
    }
}
