import ConsoleAPI
import CoreModels
import FeedAPI
import FeedDialogue
import FeedPresentationAPI
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
            parameters: [Self.limit, Self.after, Self.all, Self.drawn], goesOnAfterLogin: true
        ) { invocation, terminal throws(CommandFailure) in
            try await run(invocation, terminal)
        }
    }

    private func run(_ invocation: Invocation, _ terminal: any Terminal) async throws(CommandFailure) -> CommandOutput {
        let wantsAll = invocation[Self.all]
        // Who says how many wants so many.
        let isAsked =
            !wantsAll && !invocation.isGiven(Self.limit) && terminal.hasPerson(at: .output, of: invocation)
        let display = invocation[Self.drawn] ? await terminal.pictureDisplay() : nil
        var start: ImageID?
        if let name = invocation[Self.after] { start = try await terminal.picture(name) }
        var pager = FeedPager(feed, kept: kept, clock: clock, limit: invocation[Self.limit])
        let first = await first(&pager, after: start, invocation, terminal)
        var view = pager.view(of: try await settle(first, of: pager, after: start, for: isAsked, terminal))
        var images: [FeedImage] = [], rows: [UUID] = []
        while true {
            write(view.note, on: terminal)
            rows += view.pictures.map(\.id.uuid)
            terminal.remember(rows, of: .pictures)
            if invocation.isJSON { images += view.pictures }
            if let display, !view.pictures.isEmpty {
                try await pictures.show(view.pictures, numberedFrom: view.firstNumber, by: display, on: terminal)
            } else if !view.isRepeated {
                terminal.write(blocks(view))
            }
            guard case .more(let cursor) = view.end, terminal.outputState == .open else {
                return CommandOutput(
                    json: FeedOutput(images: images, source: view.source, next: view.end.next),
                    text: view.end == .cache ? [.line(FeedTexts.endOfCache, .faint)] : [])
            }
            let soFar = CommandOutput(
                json: FeedOutput(images: images, source: view.source, next: cursor),
                .line(FeedTexts.moreWith(invocation.line("essential feed --after \(rows.count)")), .faint))
            if isAsked {
                // It comes while the person looks at this page; whoever has seen
                // enough cancels it.
                async let next = pager.page(after: cursor)
                guard try await wantsMore(terminal) else { return soFar }
                view = pager.view(of: try await settle(await next, of: pager, after: cursor, for: isAsked, terminal))
            } else if wantsAll, images.count < Self.longestObject {
                view = pager.view(of: try await load(pager, after: cursor, for: isAsked, terminal))
            } else {
                return soFar
            }
        }
    }

    /// What comes first: a person sees what is kept if the server takes its time,
    /// and what is newer afterwards.
    private func first(
        _ pager: inout FeedPager, after cursor: ImageID?, _ invocation: Invocation, _ terminal: any Terminal
    ) async -> Result<LoadedFeed, FeedError> {
        let bar = terminal.progress(FeedTexts.loadingFeed, unit: .items)
        defer { bar.finish() }
        if let cursor { return await pager.page(after: cursor) }
        guard !invocation.isJSON, terminal.capabilities(of: .output).isInteractive else {
            return await pager.newestPage(.unwatched, show: nil)
        }
        return await pager.newestPage(.watched) { view in
            write(view.note, on: terminal)
            terminal.write(blocks(view))
            terminal.remember(view.pictures.map(\.id.uuid), of: .pictures)
        }
    }

    private func load(
        _ pager: FeedPager, after cursor: ImageID?, for isAsked: Bool, _ terminal: any Terminal
    ) async throws(CommandFailure) -> LoadedFeed {
        let bar = terminal.progress(FeedTexts.loadingFeed, unit: .items)
        let answer = await pager.page(after: cursor)
        bar.finish()
        return try await settle(answer, of: pager, after: cursor, for: isAsked, terminal)
    }

    /// What was loaded; a person may try again as often as the server can't be
    /// reached.
    private func settle(
        _ answer: Result<LoadedFeed, FeedError>, of pager: FeedPager, after cursor: ImageID?, for isAsked: Bool,
        _ terminal: any Terminal
    ) async throws(CommandFailure) -> LoadedFeed {
        switch answer {
        case .success(let loaded): return loaded
        case .failure(let error):
            guard isAsked, case .connectivity(let text) = error, try await terminal.wantsToTryAgain(after: text)
            else { throw CommandFailure(presenting: error) }
            return try await load(pager, after: cursor, for: isAsked, terminal)
        }
    }

    private func wantsMore(_ terminal: any Terminal) async throws(CommandFailure) -> Bool {
        do throws(TerminalError) {
            return try await terminal.wantsMore()
        } catch {
            throw CommandFailure(error)
        }
    }

    private func write(_ note: FeedNote?, on terminal: any Terminal) {
        guard let note else { return }
        terminal.writeError(.line(note.text(at: now()), note.isWarning ? .warning : .faint))
    }

    private func blocks(_ view: FeedView) -> [OutputBlock] {
        guard !view.pictures.isEmpty else { return view.end == .empty ? [.line(FeedTexts.empty, .faint)] : [] }
        let rows = view.pictures.map { PictureDetails(image: $0, now: now()).row }
        return [.table(Table(columns: PictureDetails.columns, rows: rows, numberedFrom: view.firstNumber))]
    }
}

extension FeedView.End {
    /// After which picture there are more.
    fileprivate var next: ImageID? { if case .more(let cursor) = self { cursor } else { nil } }
}
