package import FeedAPI
package import FoundationEssentials
import Locking

/// Brings pictures from the device, else from the server, and keeps what came.
///
/// All who want one picture at the same time share one load of it, which runs
/// while at least one of them waits. Who cancels gets `.cancelled` at once; the
/// last one to cancel cancels the load.
package final class ImagePipeline: ImageDataLoading {
    private typealias Outcome = Result<Data, ImageDataError>

    private struct Waiter {
        let resume: CheckedContinuation<Outcome, Never>
        let priority: ImageDataPriority
        let progress: (@Sendable (ImageDataProgress) -> Void)?
    }

    private struct Load {
        /// The waiter who started it, which tells loads of one picture apart.
        let id: Int
        let task: Task<Void, Never>
        var waiters: [Int: Waiter] = [:]
    }

    private struct State {
        var loads: [URL: Load] = [:]
        var cancelledBeforeWaiting: Set<Int> = []
        var nextID = 0
    }

    private let state = Locked(State())
    private let cache: any ImageDataCaching
    private let remote: RemoteImageData
    private let slots: DownloadSlots

    package init(cache: any ImageDataCaching, remote: RemoteImageData, slots: DownloadSlots) {
        self.cache = cache
        self.remote = remote
        self.slots = slots
    }

    package func loadImageData(
        from url: URL, priority: ImageDataPriority, progress: (@Sendable (ImageDataProgress) -> Void)?
    ) async throws(ImageDataError) -> Data {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                join(url, id: id, Waiter(resume: continuation, priority: priority, progress: progress))
            }
        } onCancel: {
            leave(url, id: id)
        }
        // A cancellation that came too late left its mark.
        state.withLock { _ = $0.cancelledBeforeWaiting.remove(id) }
        return try outcome.get()
    }

    private func join(_ url: URL, id: Int, _ waiter: Waiter) {
        let hasJoined = state.withLock { state in
            if state.cancelledBeforeWaiting.remove(id) != nil { return false }
            // The task can't finish before its entry exists: finishing needs
            // the lock that is held here.
            state.loads[url, default: Load(id: id, task: start(url, id: id))].waiters[id] = waiter
            return true
        }
        if !hasJoined { waiter.resume.resume(returning: .failure(.cancelled)) }
    }

    private func start(_ url: URL, id: Int) -> Task<Void, Never> {
        Task {
            let outcome: Outcome
            do throws(ImageDataError) {
                outcome = .success(try await load(url, id: id))
            } catch {
                outcome = .failure(error)
            }
            finish(url, load: id, outcome)
        }
    }

    private func load(_ url: URL, id: Int) async throws(ImageDataError) -> Data {
        let tenant = await cache.tenant()
        // A cache that can't be read or written only costs another download.
        if let cached = try? await cache.load(for: url) { return cached }
        try await slots.take(id) { [weak self] in self?.priority(of: url, load: id) ?? .ahead }
        defer { slots.give() }
        let data = try await remote.load(from: url) { [weak self] in self?.report($0, of: url, load: id) }
        try? await cache.save(data, for: url, of: tenant)
        return data
    }

    private func priority(of url: URL, load id: Int) -> ImageDataPriority? {
        state.withLock { state in
            guard let load = state.loads[url], load.id == id else { return nil }
            return load.waiters.values.map(\.priority).max()
        }
    }

    private func report(_ progress: ImageDataProgress, of url: URL, load id: Int) {
        let observers = state.withLock { state in
            state.loads[url].map { $0.id == id ? $0.waiters.values.compactMap(\.progress) : [] } ?? []
        }
        for observer in observers { observer(progress) }
    }

    private func finish(_ url: URL, load id: Int, _ outcome: Outcome) {
        let waiters = state.withLock { state in
            // A load that everyone left was taken out already, and another one
            // may have begun since.
            guard let load = state.loads[url], load.id == id else { return [Waiter]() }
            state.loads[url] = nil
            return Array(load.waiters.values)
        }
        for waiter in waiters { waiter.resume.resume(returning: outcome) }
    }

    private func leave(_ url: URL, id: Int) {
        let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
            guard let waiter = state.loads[url]?.waiters.removeValue(forKey: id) else {
                state.cancelledBeforeWaiting.insert(id)
                return (nil, nil)
            }
            guard let load = state.loads[url], load.waiters.isEmpty else { return (waiter, nil) }
            state.loads[url] = nil
            return (waiter, load.task)
        }
        // Not within the lock: what the load waits for hears of it at once, and
        // the slots ask for priorities meanwhile.
        task?.cancel()
        waiter?.resume.resume(returning: .failure(.cancelled))
    }
}
