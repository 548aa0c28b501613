import ConsoleAPI
import CoreModels
import FeedAPI
import FoundationEssentials
import Localization

/// `essential feed`: the feed as a table, page by page.
struct FeedCommand: Sendable {
    let feed: any FeedLoading
    let pictures: TerminalPictures

    private static let limit = Parameter.option(
        "limit", short: "n", .integer(in: 1...100), default: 10, summary: FeedTexts.limitOption)
    private static let after = Parameter<UUID?>.optional("after", .uuid, summary: FeedTexts.afterOption)
    private static let drawn = Parameter.flag("pictures", short: "p", summary: FeedTexts.picturesOption)
    private static let all = Parameter.flag("all", short: "a", summary: FeedTexts.allOption)

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
        var loaded = try await load(
            after: invocation[Self.after].map { ImageID($0) }, limit: limit, for: isAsked, terminal)
        var source: LoadedFeed.Source?
        var images: [FeedImage] = []
        while true {
            if loaded.source != source, let note = Self.note(loaded.source) { terminal.writeError(note) }
            source = loaded.source
            images += loaded.page.items
            if let display, !loaded.page.items.isEmpty {
                try await pictures.show(loaded.page.items, by: display, on: terminal)
            } else {
                terminal.write(Self.blocks(loaded.page.items, isEmptyFeed: images.isEmpty))
            }
            let output = FeedOutput(images: images, source: loaded.source, next: loaded.page.next)
            guard let cursor = loaded.page.next, terminal.outputState == .open else {
                return CommandOutput(json: output, text: Self.end(of: images, loaded.source))
            }
            if isAsked {
                // It comes while the person looks at this page; whoever has seen
                // enough cancels it.
                async let next = page(after: cursor, limit: limit)
                guard try await agrees(to: FeedTexts.morePrompt, terminal) else {
                    return CommandOutput(json: output, .line(FeedTexts.moreWith(cursor), .faint))
                }
                loaded = try await settle(await next, after: cursor, limit: limit, for: isAsked, terminal)
            } else if wantsAll {
                loaded = try await load(after: cursor, limit: limit, for: isAsked, terminal)
            } else {
                return CommandOutput(json: output, .line(FeedTexts.moreWith(cursor), .faint))
            }
        }
    }

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
            guard isAsked, case .connectivity(let text) = error else { throw CommandFailure(error) }
            terminal.writeError(.line(text, .failure))
            guard try await agrees(to: FeedTexts.retryPrompt, terminal) else { throw CommandFailure(error) }
            return try await load(after: cursor, limit: limit, for: isAsked, terminal)
        }
    }

    private static func hasPerson(_ invocation: Invocation, _ terminal: any Terminal) -> Bool {
        !invocation.isJSON && terminal.capabilities(of: .input).isInteractive
            && terminal.capabilities(of: .output).isInteractive
    }

    private func agrees(to question: LocalizedText, _ terminal: any Terminal) async throws(CommandFailure) -> Bool {
        do throws(TerminalError) {
            return try await terminal.confirm(question, suggestion: true)
        } catch .endOfInput {
            return false
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Where the feed ends; what is kept may end before it.
    private static func end(of images: [FeedImage], _ source: LoadedFeed.Source) -> [OutputBlock] {
        guard case .cache = source, !images.isEmpty else { return [] }
        return [.line(FeedTexts.endOfCache, .faint)]
    }

    private static func note(_ source: LoadedFeed.Source) -> OutputBlock? {
        guard case .cache(let savedAt) = source else { return nil }
        return .line(FeedTexts.fromCache(savedAt), .warning)
    }

    private static func blocks(_ images: [FeedImage], isEmptyFeed: Bool) -> [OutputBlock] {
        guard !images.isEmpty else { return isEmptyFeed ? [.line(FeedTexts.empty, .faint)] : [] }
        let rows = images.map { image in
            [
                StyledText(verbatim: image.description ?? "—", .strong) + TerminalPictures.mark(of: image),
                StyledText(verbatim: image.location ?? ""),
                StyledText(verbatim: "\(image.id)", .faint),
            ]
        }
        let columns = [
            Table.Column(FeedTexts.descriptionColumn, minimumWidth: 16),
            Table.Column(FeedTexts.locationColumn, minimumWidth: 8),
            // An identifier is for copying: it is never cut.
            Table.Column(FeedTexts.identifierColumn),
        ]
        return [.table(Table(columns: columns, rows: rows))]
    }
}

extension CommandFailure {
    init(_ error: FeedError) {
        switch error {
        case .connectivity:
            self.init(exit: .noConnectivity, code: "no_connectivity", message: error.text)
        case .impossible(let code, _): self.init(code: code, message: error.text)
        case .invalidData: self.init(code: "invalid_data", message: error.text)
        case .unknownCursor:
            self.init(code: "image_not_found", message: error.text, hint: FeedTexts.fromStartHint)
        case .notLoggedIn:
            self.init(exit: .notLoggedIn, code: "not_logged_in", message: error.text, hint: FeedTexts.logInHint)
        case .cancelled: self.init(exit: .interrupted, code: "cancelled", message: error.text)
        }
    }
}
