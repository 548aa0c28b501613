package import CoreModels
package import FeedAPI

/// Goes through the feed page by page, whoever shows it.
package struct FeedPager: Sendable {
    /// How long somebody waits for the server before they get what is kept.
    package enum Patience: Sendable {
        /// A person watches: a server that answers sooner spares them to see it
        /// twice.
        case watched
        /// A program wants one answer.
        case unwatched

        var duration: Duration {
            switch self {
            case .watched: .milliseconds(250)
            case .unwatched: .seconds(3)
            }
        }
    }

    private let feed: any FeedLoading
    private let kept: (any KeptFeedShowing)?
    private let clock: any Clock<Duration>
    private let limit: Int
    private var shown: [FeedImage]?
    private var source: LoadedFeed.Source?
    private var count = 0
    /// The picture before the last one that was seen: one goes on from there if that
    /// is gone by then.
    private var secondLast: ImageID?

    /// Creates a pager before the first page.
    ///
    /// - Parameters:
    ///   - kept: Shows what is kept while the server is asked; nil to wait for it.
    ///   - limit: How many pictures a page has at most.
    package init(
        _ feed: any FeedLoading, kept: (any KeptFeedShowing)? = nil, clock: any Clock<Duration> = ContinuousClock(),
        limit: Int
    ) {
        self.feed = feed
        self.kept = kept
        self.clock = clock
        self.limit = limit
    }

    /// Loads a page, which may happen while somebody looks at the one before.
    package func page(after cursor: ImageID?) async -> Result<LoadedFeed, FeedError> {
        do throws(FeedError) {
            return .success(try await feed.loadFeed(after: cursor, limit: limit))
        } catch .unknownCursor where cursor != nil && secondLast != nil {
            do throws(FeedError) {
                return .success(try await feed.loadFeed(after: secondLast, limit: limit))
            } catch {
                return .failure(error)
            }
        } catch {
            return .failure(error)
        }
    }

    /// Loads the newest page: the server's answer, or what is kept if that takes
    /// its time.
    ///
    /// - Parameter show: Shows a person what is kept, who then sees what is newer
    ///   afterwards. A program gets one of the two, by nil.
    package mutating func newestPage(
        _ patience: Patience, show: ((FeedView) -> Void)?
    ) async -> Result<LoadedFeed, FeedError> {
        // It is looked at before the server is asked: both may want to open the vault.
        guard let kept = await kept?.keptFeed(limit: limit) else { return await page(after: nil) }
        let pager = self
        let (answer, isShown) = await withTaskGroup(of: Result<LoadedFeed, FeedError>?.self) { group in
            group.addTask { await pager.page(after: nil) }
            group.addTask {
                try? await pager.clock.sleep(for: patience.duration)
                return nil
            }
            defer { group.cancelAll() }
            var isShown = false
            while let event = await group.next() {
                if let answer = event { return (answer, isShown) }
                guard !Task.isCancelled else { continue }
                guard let show else { return (.success(kept), false) }
                show(Self.meanwhile(kept))
                isShown = true
            }
            return (.failure(.cancelled), isShown)
        }
        shown = isShown ? kept.page.items : nil
        return answer
    }

    /// What somebody sees of a page, and what there is to say about it.
    package mutating func view(of loaded: LoadedFeed) -> FeedView {
        let pictures = loaded.page.items, isRepeated = pictures == shown
        var note: FeedNote?
        switch loaded.source {
        case .remote: note = isRepeated ? .nothingNewer : nil
        case .cache(let savedAt, let obstacle):
            note = loaded.source == source ? nil : .insteadOfServer(savedAt: savedAt, because: obstacle)
        }
        defer {
            shown = nil
            source = loaded.source
            count += pictures.count
            secondLast = pictures.dropLast().last?.id
        }
        return FeedView(
            pictures: pictures, firstNumber: count + 1, source: loaded.source, note: note,
            end: Self.end(of: loaded, after: count), isRepeated: isRepeated)
    }

    private static func end(of loaded: LoadedFeed, after count: Int) -> FeedView.End {
        if let next = loaded.page.next { return .more(after: next) }
        if count + loaded.page.items.count == 0 { return .empty }
        return loaded.source == .remote ? .feed : .cache
    }

    private static func meanwhile(_ kept: LoadedFeed) -> FeedView {
        var note: FeedNote?
        if case .cache(let savedAt, _) = kept.source { note = .untilServerAnswers(savedAt: savedAt) }
        return FeedView(
            pictures: kept.page.items, firstNumber: 1, source: kept.source, note: note, end: end(of: kept, after: 0),
            isRepeated: false)
    }
}
