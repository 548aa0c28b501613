import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import OfflineQueueAPI
import OfflineQueueDialogue
import Presenting

/// `essential queue …`: what waits for a connection.
struct QueueCommands: Sendable {
    let retrying: any QueueRetrying
    let inspection: any QueueInspecting
    let text: @Sendable (WaitingRequest) async -> String?
    let subject: @Sendable (WaitingRequest) async -> String?
    let elsewhere: @Sendable (Invocation) async -> [LocalizedText]
    let now: @Sendable () -> Date

    private static let waits = Parameter.flag("wait", summary: QueueTexts.waitOption)
    private static let everything = Parameter.flag("all", summary: QueueTexts.allOption)
    private static let id = Parameter<RowName?>.optionalArgument("id", .row(of: .queue), summary: QueueTexts.idArgument)

    /// Shows what waits; the list goes by two names.
    var lists: [Command] { [list("queue"), list("queue list")] }

    private func list(_ name: String) -> Command {
        Command(
            name, summary: QueueTexts.listSummary, discussion: QueueTexts.listDiscussion,
            group: QueueTexts.group, examples: [CommandExample("essential \(name)", QueueTexts.listExample)]
        ) { invocation, terminal throws(CommandFailure) in
            let waiting = try await attempt { () async throws(OfflineQueueError) in try await inspection.waiting() }
            let others = try await attempt { () async throws(OfflineQueueError) in
                try await inspection.othersWaiting()
            }
            terminal.remember(waiting.map(\.id.uuid), of: .queue)
            var items: [QueueReport.Item] = []
            for request in waiting { items.append(QueueReport.Item(request, text: await text(request))) }
            let names = await names(of: waiting)
            var blocks: [OutputBlock] =
                waiting.isEmpty
                ? [.line(QueueWords.empty, .faint)]
                : [
                    .table(QueueReport.table(zip(waiting, items.map(\.text)), calling: names, at: now())),
                    .line(QueueTexts.notifyHint(invocation.line("essential queue notify")), .faint),
                ]
            if others > 0 { blocks.append(.line(QueueWords.others(others), .faint)) }
            blocks += await elsewhere(invocation).map { .line($0, .warning) }
            return CommandOutput(json: QueueReport.List(items: items, others: others), text: blocks)
        }
    }

    /// Sends what waits.
    var retry: Command {
        Command(
            "queue retry", summary: QueueTexts.retrySummary, discussion: QueueTexts.retryDiscussion,
            group: QueueTexts.group,
            examples: [
                CommandExample("essential queue retry", QueueTexts.retryExample),
                CommandExample("essential queue retry --wait", QueueTexts.waitExample),
            ],
            parameters: [Self.waits]
        ) { invocation, terminal throws(CommandFailure) in
            // What is sent is known no more afterwards.
            let names = await names(of: (try? await inspection.waiting()) ?? [])
            if invocation[Self.waits] {
                let reports = try await attempt { () async throws(OfflineQueueError) in
                    try await retrying.retryUntilDone { report in
                        if !invocation.isJSON { terminal.write(QueueReport.block(report, calling: names)) }
                    }
                }
                return CommandOutput(json: QueueReport.Outcomes(reports), .line(QueueTexts.nothingWaits, .success))
            }
            let reports = try await attempt { () async throws(OfflineQueueError) in try await retrying.retry(.all) }
            return Self.output(reports, calling: names)
        }
    }

    /// Has the person told when it is done.
    var notify: Command {
        Command(
            "queue notify", summary: QueueTexts.notifySummary, discussion: QueueTexts.notifyDiscussion,
            group: QueueTexts.group, examples: [CommandExample("essential queue notify", QueueTexts.notifyExample)],
            parameters: [Self.id]
        ) { invocation, terminal throws(CommandFailure) in
            let id = try await request(invocation, terminal)
            let count = try await attempt { () async throws(OfflineQueueError) in
                try await inspection.askForNotice(of: id)
            }
            guard count > 0 || id == nil else {
                throw CommandFailure(code: "request_not_found", message: QueueTexts.notFound, nextSteps: [.seeQueue])
            }
            return CommandOutput(
                json: QueueReport.Noticed(count: count),
                count == 0 ? .line(QueueWords.empty, .faint) : .line(QueueTexts.notified, .success))
        }
    }

    /// Wipes what waits.
    var drop: Command {
        Command(
            "queue drop", summary: QueueTexts.dropSummary, discussion: QueueTexts.dropDiscussion,
            group: QueueTexts.group,
            examples: [CommandExample("essential queue drop 2", QueueTexts.dropExample)],
            parameters: [Self.id, Self.everything]
        ) { invocation, terminal throws(CommandFailure) in
            switch (try await request(invocation, terminal), invocation[Self.everything]) {
            case (nil, true):
                try await attempt { () async throws(OfflineQueueError) in try await inspection.dropAll() }
            case (let id?, false):
                // What is gone is known no more afterwards.
                let request = try? await inspection.waiting().first { $0.id == id }
                let isDropped = try await attempt { () async throws(OfflineQueueError) in
                    try await inspection.drop(id)
                }
                guard isDropped else {
                    throw CommandFailure(
                        code: "request_not_found", message: QueueTexts.notFound, nextSteps: [.seeQueue])
                }
                if let request {
                    return CommandOutput(
                        json: QueueReport.Dropped(),
                        QueueReport.dropped(
                            request, text: await text(request), calling: await names(of: [request])))
                }
            default: throw .usage(QueueTexts.oneOrAll)
            }
            return CommandOutput(json: QueueReport.Dropped(), .line(QueueTexts.dropped, .success))
        }
    }

    /// What somebody names by number or beginning.
    private func request(
        _ invocation: Invocation, _ terminal: any Terminal
    ) async throws(CommandFailure) -> QueuedRequestID? {
        guard let name = invocation[Self.id] else { return nil }
        return QueuedRequestID(
            try await terminal.identifier(name, in: .queue) { () async throws(CommandFailure) in
                try await attempt { () async throws(OfflineQueueError) in try await inspection.waiting() }.map(
                    \.id.uuid)
            })
    }

    /// What people call what requests are about, by its identifier.
    private func names(of waiting: [WaitingRequest]) async -> [String: String] {
        var names: [String: String] = [:]
        for request in waiting where names[request.subject] == nil { names[request.subject] = await subject(request) }
        return names
    }

    private static func output(
        _ reports: [QueuedRequestReport], calling names: [String: String]
    ) -> CommandOutput {
        let exit = reports.map(\.result.exit).first { $0 != .success } ?? .success
        return CommandOutput(
            json: QueueReport.Outcomes(reports),
            text: reports.isEmpty
                ? [.line(QueueWords.empty, .faint)] : reports.map { QueueReport.block($0, calling: names) }, exit: exit)
    }

    private func attempt<Value>(
        _ body: () async throws(OfflineQueueError) -> Value
    ) async throws(CommandFailure) -> Value {
        do throws(OfflineQueueError) {
            return try await body()
        } catch {
            throw CommandFailure(presenting: error)
        }
    }
}

extension QueuedRequestResult {
    fileprivate var exit: ExitStatus {
        switch self {
        case .done: .success
        case .unreachable: .noConnectivity
        case .refused, .kept, .expired, .removalFailed: .failure
        }
    }
}
