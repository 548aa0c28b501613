import CommentsAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization

/// Shows the comments on a picture, page by page, and behind them what waits to
/// be posted.
struct CommentsReading: Sendable {
    let loading: any CommentsLoading
    let image: ImageID
    let limit: Int
    let wantsAll: Bool
    let invocation: Invocation
    let waiting: [CommentMessage]
    let now: @Sendable () -> Date
    let terminal: any Terminal

    /// How many comments one object holds at most: what is printed as a whole is
    /// in memory as a whole.
    private static let longestObject = 10_000

    func run(after cursor: CommentID?) async throws(CommandFailure) -> CommandOutput {
        var items: [CommentsOutput.Item] = [], rows: [UUID] = []
        var isEmpty = waiting.isEmpty
        var page = try await load(after: cursor), remark: LocalizedText?
        while true {
            if let new = page.remark(at: now()), new != remark {
                terminal.writeError(.line(new, .warning))
                remark = new
            }
            isEmpty = isEmpty && page.items.isEmpty
            if invocation.isJSON {
                items += page.items.map(CommentsOutput.Item.init)
            } else {
                terminal.write(
                    page.items.enumerated().flatMap { $0.element.blocks(at: now(), number: rows.count + $0.offset + 1) }
                )
                rows += page.items.map(\.id.uuid)
                terminal.remember(rows, of: .comments)
            }
            guard let next = page.next, terminal.outputState == .open, try await wantsMore(than: items.count) else {
                return CommandOutput(
                    json: CommentsOutput(items: items, waiting: waiting, next: page.next, savedAt: page.savedAt),
                    text: end(isEmpty: isEmpty, last: page.next == nil ? nil : rows.count))
            }
            page = try await load(after: next)
        }
    }

    private func wantsMore(than count: Int) async throws(CommandFailure) -> Bool {
        if wantsAll { return count < Self.longestObject }
        guard terminal.hasPerson(at: .output, of: invocation) else { return false }
        do throws(TerminalError) {
            return try await terminal.wantsMore()
        } catch {
            throw CommandFailure(error)
        }
    }

    private func load(after cursor: CommentID?) async throws(CommandFailure) -> CommentsPage {
        do throws(CommentsError) {
            return try await loading.loadComments(on: image, after: cursor, limit: limit)
        } catch {
            // What the person said is there without the server as well.
            terminal.write(own)
            throw CommandFailure(presenting: error)
        }
    }

    /// - Parameter last: The number of the last one shown, if there are more.
    private func end(isEmpty: Bool, last: Int?) -> [OutputBlock] {
        if isEmpty { return [.line(CommentsTexts.empty, .faint)] }
        return own + (last.map { [.line(CommentsTexts.moreWith($0, on: image), .faint)] } ?? [])
    }

    private var own: [OutputBlock] {
        waiting.isEmpty ? [] : waiting.flatMap(\.blocks) + [.line(CommentsTexts.seeQueue, .faint)]
    }
}
