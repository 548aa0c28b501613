import ConsoleAPI
import CoreModels
import FeedAPI
import FoundationEssentials
import Localization

/// `essential feed`: the feed as a table, page by page.
struct FeedCommand: Sendable {
    let feed: any FeedLoading
    let kept: (any KeptFeedShowing)?
    let clock: any Clock<Duration>
    let pictures: TerminalPictures
    let now: @Sendable () -> Date

    private static let limit = Parameter.option(
        "limit", short: "n", .integer(in: 1...100), default: 10, summary: FeedTexts.limitOption)
    private static let after = Parameter<RowName?>.optional(
        "after", .row(of: .pictures), summary: FeedTexts.afterOption)
    private static let drawn = Parameter.flag("pictures", short: "p", summary: FeedTexts.picturesOption)
    private static let all = Parameter.flag("all", short: "a", summary: FeedTexts.allOption)

    /// How many pictures one object holds at most: what is printed as a whole is
    /// in memory as a whole.
    private static let longestObject = 10_000

    var command: Command {
        Command(
            "feed", summary: FeedTexts.feedSummary, discussion: FeedTexts.feedDiscussion, group: .feed,
            examples: [
                CommandExample("essential feed", FeedTexts.feedExample),
                CommandExample("essential feed --limit 3 --json", FeedTexts.feedJSONExample),
                CommandExample("essential feed --all", FeedTexts.feedAllExample),
                CommandExample("essential feed --pictures", FeedTexts.picturesExample),
            ],
            parameters: [Self.limit, Self.after, Self.all, Self.drawn]
        ) { invocation, terminal throws(CommandFailure) in
            try await run(invocation, terminal)
        }
    }

    private func run(_ invocation: Invocation, _ terminal: any Terminal) async throws(CommandFailure) -> CommandOutput {
        let limit = invocation[Self.limit]
        let wantsAll = invocation[Self.all], isAsked = !wantsAll && Self.hasPerson(invocation, terminal)
        let display = invocation[Self.drawn] ? await terminal.pictureDisplay() : nil
        var start: ImageID?
        if let name = invocation[Self.after] { start = ImageID(try await terminal.identifier(name, in: .pictures)) }
        let first = await first(after: start, limit: limit, invocation, terminal)
        var loaded = try await settle(first.answer, after: first.cursor, limit: limit, for: isAsked, terminal)
        // What somebody has before their eyes isn't shown once more.
        var isShown = loaded.page.items == first.shown
        if isShown, loaded.source == .remote { terminal.writeError(.line(FeedTexts.nothingNewer, .faint)) }
        var source: LoadedFeed.Source?
        var images: [FeedImage] = [], rows: [UUID] = []
        while true {
            defer { isShown = false }
            if loaded.source != source, let note = note(loaded.source) { terminal.writeError(note) }
            source = loaded.source
            let number = rows.count + 1
            rows += loaded.page.items.map(\.id.uuid)
            terminal.remember(rows, of: .pictures)
            if invocation.isJSON { images += loaded.page.items }
            if isShown, display == nil {
                // It is on the screen.
            } else if let display, !loaded.page.items.isEmpty {
                try await pictures.show(loaded.page.items, numberedFrom: number, by: display, on: terminal)
            } else {
                terminal.write(blocks(loaded.page.items, numberedFrom: number))
            }
            let output = FeedOutput(images: images, source: loaded.source, next: loaded.page.next)
            guard let cursor = loaded.page.next, terminal.outputState == .open else {
                return CommandOutput(json: output, text: Self.end(after: rows.count, loaded.source))
            }
            if isAsked {
                // It comes while the person looks at this page; whoever has seen
                // enough cancels it.
                async let next = page(after: cursor, limit: limit)
                guard try await wantsMore(terminal) else {
                    return CommandOutput(json: output, .line(FeedTexts.moreWith(rows.count), .faint))
                }
                loaded = try await settle(await next, after: cursor, limit: limit, for: isAsked, terminal)
            } else if wantsAll, images.count < Self.longestObject {
                loaded = try await load(after: cursor, limit: limit, for: isAsked, terminal)
            } else {
                return CommandOutput(json: output, .line(FeedTexts.moreWith(rows.count), .faint))
            }
        }
    }

    /// What comes first: the server's answer, or what is kept if that takes its
    /// time.
    ///
    /// A person sees what is kept at once and what is newer afterwards; a
    /// program gets one of the two.
    private func first(
        after cursor: ImageID?, limit: Int, _ invocation: Invocation, _ terminal: any Terminal
    ) async -> (answer: Result<LoadedFeed, FeedError>, cursor: ImageID?, shown: [FeedImage]?) {
        let bar = terminal.progress(FeedTexts.loadingFeed, unit: .items)
        defer { bar.finish() }
        // It is looked at before the server is asked: both may want to open the vault.
        guard cursor == nil, let kept = await kept?.keptFeed(limit: limit) else {
            return (await page(after: cursor, limit: limit), cursor, nil)
        }
        let isWatched = !invocation.isJSON && terminal.capabilities(of: .output).isInteractive
        return await withTaskGroup(of: Result<LoadedFeed, FeedError>?.self) { group in
            group.addTask { await page(after: nil, limit: limit) }
            group.addTask {
                try? await clock.sleep(for: isWatched ? Self.watchedPatience : Self.unwatchedPatience)
                return nil
            }
            defer { group.cancelAll() }
            var shown: [FeedImage]?
            while let event = await group.next() {
                if let answer = event { return (answer, nil, shown) }
                guard !Task.isCancelled else { continue }
                guard isWatched else { return (.success(kept), nil, nil) }
                if case .cache(let savedAt) = kept.source {
                    terminal.writeError(.line(FeedTexts.keptMeanwhile(savedAt, at: now()), .faint))
                }
                terminal.write(blocks(kept.page.items, numberedFrom: 1))
                terminal.remember(kept.page.items.map(\.id.uuid), of: .pictures)
                shown = kept.page.items
            }
            return (.failure(.cancelled), nil, shown)
        }
    }

    /// After how long a person sees what is kept: a server that answers sooner
    /// spares them to see it twice.
    private static let watchedPatience = Duration.milliseconds(250)
    /// How long a program waits for the server before it gets what is kept.
    private static let unwatchedPatience = Duration.seconds(3)

    private func page(after cursor: ImageID?, limit: Int) async -> Result<LoadedFeed, FeedError> {
        do throws(FeedError) {
            return .success(try await feed.loadFeed(after: cursor, limit: limit))
        } catch {
            return .failure(error)
        }
    }

    private func load(
        after cursor: ImageID?, limit: Int, for isAsked: Bool, _ terminal: any Terminal
    ) async throws(CommandFailure) -> LoadedFeed {
        let bar = terminal.progress(FeedTexts.loadingFeed, unit: .items)
        let answer = await page(after: cursor, limit: limit)
        bar.finish()
        return try await settle(answer, after: cursor, limit: limit, for: isAsked, terminal)
    }

    /// What was loaded; a person may try again as often as the server can't be
    /// reached.
    private func settle(
        _ answer: Result<LoadedFeed, FeedError>, after cursor: ImageID?, limit: Int, for isAsked: Bool,
        _ terminal: any Terminal
    ) async throws(CommandFailure) -> LoadedFeed {
        switch answer {
        case .success(let loaded): return loaded
        case .failure(let error):
            guard isAsked, case .connectivity(let text) = error, try await terminal.wantsToTryAgain(after: text)
            else { throw CommandFailure(presenting: error) }
            return try await load(after: cursor, limit: limit, for: isAsked, terminal)
        }
    }

    private static func hasPerson(_ invocation: Invocation, _ terminal: any Terminal) -> Bool {
        !invocation.isJSON && terminal.capabilities(of: .input).isInteractive
            && terminal.capabilities(of: .output).isInteractive
    }

    private func wantsMore(_ terminal: any Terminal) async throws(CommandFailure) -> Bool {
        do throws(TerminalError) {
            return try await terminal.wantsMore()
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Where the feed ends; what is kept may end before it.
    private static func end(after count: Int, _ source: LoadedFeed.Source) -> [OutputBlock] {
        guard case .cache = source, count > 0 else { return [] }
        return [.line(FeedTexts.endOfCache, .faint)]
    }

    private func note(_ source: LoadedFeed.Source) -> OutputBlock? {
        guard case .cache(let savedAt) = source else { return nil }
        return .line(FeedTexts.fromCache(savedAt, at: now()), .warning)
    }

    private func blocks(_ images: [FeedImage], numberedFrom number: Int) -> [OutputBlock] {
        guard !images.isEmpty else { return number == 1 ? [.line(FeedTexts.empty, .faint)] : [] }
        let rows = images.map { PictureDetails(image: $0, now: now()).row }
        return [.table(Table(columns: PictureDetails.columns, rows: rows, numberedFrom: number))]
    }
}
