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
        var cursor = invocation[Self.after].map { ImageID($0) }
        let display = invocation[Self.drawn] ? await terminal.pictureDisplay() : nil
        var images: [FeedImage] = []
        while true {
            let loaded = try await load(after: cursor, limit: invocation[Self.limit])
            if images.isEmpty, let note = Self.note(loaded.source) { terminal.writeError(note) }
            images += loaded.page.items
            if let display, !loaded.page.items.isEmpty {
                try await pictures.show(loaded.page.items, by: display, on: terminal)
            } else {
                terminal.write(Self.blocks(loaded.page.items, isEmptyFeed: images.isEmpty))
            }
            cursor = loaded.page.next
            guard let cursor, terminal.outputState == .open else {
                return CommandOutput(json: FeedOutput(images: images, source: loaded.source, next: cursor), text: [])
            }
            guard try await wantsMore(invocation, terminal) else {
                return CommandOutput(
                    json: FeedOutput(images: images, source: loaded.source, next: cursor),
                    .line(FeedTexts.moreWith(cursor), .faint))
            }
        }
    }

    private func load(after cursor: ImageID?, limit: Int) async throws(CommandFailure) -> LoadedFeed {
        do throws(FeedError) {
            return try await feed.loadFeed(after: cursor, limit: limit)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Whether the next page is wanted: a person is asked, a pipe gets one
    /// page unless it wants all.
    private func wantsMore(_ invocation: Invocation, _ terminal: any Terminal) async throws(CommandFailure) -> Bool {
        if invocation[Self.all] { return true }
        guard !invocation.isJSON, terminal.capabilities(of: .input).isInteractive,
            terminal.capabilities(of: .output).isInteractive
        else { return false }
        do throws(TerminalError) {
            return try await terminal.confirm(FeedTexts.morePrompt, suggestion: true)
        } catch .endOfInput {
            return false
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func note(_ source: LoadedFeed.Source) -> OutputBlock? {
        guard case .cache(let savedAt) = source else { return nil }
        return .line(FeedTexts.fromCache(savedAt), .warning)
    }

    private static func blocks(_ images: [FeedImage], isEmptyFeed: Bool) -> [OutputBlock] {
        guard !images.isEmpty else { return isEmptyFeed ? [.line(FeedTexts.empty, .faint)] : [] }
        let rows = images.map { image in
            [
                StyledText(verbatim: image.description ?? "—", .strong),
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
