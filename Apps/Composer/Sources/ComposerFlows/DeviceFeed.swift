public import CoreModels
public import FeedAPI
import FoundationEssentials
import Localization
import Locking

/// The feed as the screens on this device read it: the server's if that answers
/// at once, else what is kept.
///
/// Nobody waits for a network to see a picture. Who was shown what is kept finds
/// what is newer when they look again: what was asked for goes on and is kept.
public struct DeviceFeed: FeedReading {
    private let feed: BrowseFeedCoordinator
    private let details: any FeedImageLoading
    private let patience: Duration
    private let clock: any Clock<Duration>
    /// What was in the way to the last answer, whether that was waited for or not; nil for nothing.
    private let lastObstacle = Locked<LocalizedText?>(nil)

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - feed: The server's feed, and what is kept of it.
    ///   - details: Loads one picture from the server.
    ///   - patience: How long the server is waited for where something is kept.
    public init(
        _ feed: BrowseFeedCoordinator, details: any FeedImageLoading, patience: Duration = .milliseconds(150),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.feed = feed
        self.details = details
        self.patience = patience
        self.clock = clock
    }

    /// Reads a page.
    public func page(after cursor: ImageID?, limit: Int) async throws -> FeedPage? {
        try await read(after: cursor, limit: limit)?.page
    }

    /// Reads a page, and says where it comes from.
    public func read(after cursor: ImageID?, limit: Int) async throws -> ReadFeed? {
        let kept = await feed.keptFeed(after: cursor, limit: limit), feed = feed, lastObstacle = lastObstacle
        let answer = await ask(orElse: kept) { () async throws(FeedError) in
            let loaded = try await feed.loadFeed(after: cursor, limit: limit)
            lastObstacle.withLock { $0 = loaded.source.obstacle }
            return loaded
        }
        switch answer {
        case .success(let loaded): return ReadFeed(loaded.page, from: loaded.source.seen(after: nil))
        case .failure(.unknownCursor): return nil
        case .failure(let error): throw error
        // Nothing newer is promised again where it didn't come.
        case nil: return kept.map { ReadFeed($0.page, from: $0.source.seen(after: lastObstacle.current)) }
        }
    }

    /// Reads what is newer than a picture: what the server has, else what is kept.
    public func newer(than image: ImageID, limit: Int) async throws -> [FeedImage]? {
        let all = await feed.keptFeed(after: nil, limit: .max)?.page.items ?? [], details = details
        let kept = all.firstIndex { $0.id == image }.map { Array(all[..<$0].suffix(limit)) }
        let answer = await ask(orElse: kept) { () async throws(FeedError) in
            try await details.loadNewer(than: image, limit: limit)
        }
        switch answer {
        case .success(let newer): return newer ?? kept
        case .failure(.connectivity(let text)):
            guard let kept else { throw FeedError.connectivity(text) }
            return kept
        case .failure(let error): throw error
        case nil: return kept
        }
    }

    /// Reads what is said of a picture.
    public func image(_ id: ImageID) async throws -> FeedImage? {
        let kept = await feed.keptImage(id), details = details
        let answer = await ask(orElse: kept) { () async throws(FeedError) in try await details.loadImage(id) }
        switch answer {
        case .success(let image): return image
        case .failure(.connectivity(let text)):
            guard let kept else { throw FeedError.connectivity(text) }
            return kept
        case .failure(let error): throw error
        case nil: return kept
        }
    }

    /// Asks the server, which goes on if its answer isn't waited for.
    ///
    /// - Returns: Nil if it takes longer than somebody waits who can be shown
    ///   something else.
    private func ask<Value: Sendable>(
        orElse kept: (some Sendable)?, _ load: @escaping @Sendable () async throws(FeedError) -> Value
    ) async -> Result<Value, FeedError>? {
        let first = FirstResult<Result<Value, FeedError>?>(), patience = patience, clock = clock
        let ask = { @Sendable () async in
            do throws(FeedError) { first.give(.success(try await load())) } catch { first.give(.failure(error)) }
        }
        guard kept != nil else {
            await ask()
            return await first.wait()
        }
        Task { await Patience.unlimited(ask) }
        let timer = Task {
            if (try? await clock.sleep(for: patience)) != nil { first.give(nil) }
        }
        defer { timer.cancel() }
        return await first.wait()
    }
}

extension LoadedFeed.Source {
    fileprivate var obstacle: LocalizedText? {
        if case .cache(_, let obstacle) = self { obstacle } else { nil }
    }

    /// What is said of it where the last answer failed for that reason; nil if it came.
    fileprivate func seen(after lastObstacle: LocalizedText?) -> ReadFeed.Source {
        switch self {
        case .remote: .now
        case .cache(let savedAt, let obstacle):
            (obstacle ?? lastObstacle).map { ReadFeed.Source.kept(since: savedAt, because: $0) }
                ?? .meanwhile(since: savedAt)
        }
    }
}
