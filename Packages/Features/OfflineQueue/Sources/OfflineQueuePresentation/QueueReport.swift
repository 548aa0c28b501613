import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import OfflineQueueAPI
import OfflineQueueDialogue

/// How what waits, and what became of it, is shown.
enum QueueReport {
    /// What was written tells requests about one thing apart, so it is shown in the place of the thing.
    static func table(
        _ waiting: some Sequence<(WaitingRequest, String?)>, calling names: [String: String], at now: Date
    ) -> Table {
        Table(
            columns: [
                .init(QueueTexts.kindColumn), .init(QueueTexts.subjectColumn, minimumWidth: 16),
                .init(QueueTexts.untilColumn), .init(QueueTexts.attemptsColumn, alignment: .trailing),
                .init(QueueTexts.problemColumn, minimumWidth: 16), .identifiers(QueueTexts.idColumn),
            ],
            rows: waiting.map { request, text in
                [
                    StyledText(QueueWords.name(of: request.kind)),
                    StyledText(verbatim: text.map(QueueWords.start) ?? subject(of: request, calling: names) ?? ""),
                    StyledText(.until(request.expiresAt, at: now)),
                    StyledText(verbatim: "\(request.attempts)"),
                    request.problem.map { StyledText($0.text) } ?? StyledText(verbatim: ""),
                    StyledText(verbatim: request.id.description, .faint),
                ]
            }, numberedFrom: 1)
    }

    static func block(_ report: QueuedRequestReport, calling names: [String: String]) -> OutputBlock {
        let name = StyledText(QueueWords.name(of: report.request.kind), .strong)
        let subject = subject(of: report.request, calling: names).map { " (\($0)): " } ?? ": "
        return .line(name + StyledText(verbatim: subject) + text(of: report.result))
    }

    /// That a request is removed, and which one.
    static func dropped(_ request: WaitingRequest, text: String?, calling names: [String: String]) -> OutputBlock {
        let name = StyledText(QueueWords.name(of: request.kind), .strong)
        let what = text.map(QueueWords.start) ?? subject(of: request, calling: names)
        return .line(
            name + StyledText(verbatim: what.map { " (\($0)): " } ?? ": ") + StyledText(QueueTexts.dropped, .success))
    }

    /// Whom or what it concerns, but for identifiers, which say nothing to people; nil
    /// where nobody knows.
    private static func subject(of request: WaitingRequest, calling names: [String: String]) -> String? {
        names[request.subject] ?? QueueWords.subject(request.subject)
    }

    private static func text(of result: QueuedRequestResult) -> StyledText {
        StyledText(QueueWords.text(of: result), style(of: result))
    }

    private static func style(of result: QueuedRequestResult) -> TextStyle {
        switch result {
        case .done: .success
        case .refused, .removalFailed, .expired: .failure
        case .kept, .unreachable: .warning
        }
    }

    struct List: Encodable, Sendable {
        let items: [Item]
        /// How many requests of others wait.
        let others: Int
    }

    struct Item: Encodable, Sendable {
        let id: QueuedRequestID
        let kind: QueuedRequestKind
        let subject: String
        let createdAt: Date
        let expiresAt: Date
        let attempts: Int
        let notBefore: Date?
        let problem: String?
        /// What was written in it; absent for what says it all by its kind.
        let text: String?

        init(_ request: WaitingRequest, text: String?) {
            self.text = text
            id = request.id
            kind = request.kind
            subject = request.subject
            createdAt = request.createdAt
            expiresAt = request.expiresAt
            attempts = request.attempts
            notBefore = request.notBefore
            problem = request.problem?.code
        }
    }

    struct Outcomes: Encodable, Sendable {
        let items: [Outcome]

        init(_ reports: [QueuedRequestReport]) {
            items = reports.map(Outcome.init)
        }
    }

    struct Outcome: Encodable, Sendable {
        let id: QueuedRequestID
        let kind: QueuedRequestKind
        let subject: String
        let result: String
        let problem: String?

        init(_ report: QueuedRequestReport) {
            id = report.request.id
            kind = report.request.kind
            subject = report.request.subject
            (result, problem) =
                switch report.result {
                case .done: ("done", nil)
                case .refused(let problem): ("refused", problem.code)
                case .kept(let problem): ("kept", problem.code)
                case .unreachable: ("unreachable", "no_connectivity")
                case .expired: ("expired", nil)
                case .removalFailed(let problem): ("removal_failed", problem.code)
                }
        }
    }

    struct Noticed: Encodable, Sendable {
        let count: Int
    }

    struct Dropped: Encodable, Sendable {
        let dropped = true
    }
}

extension ListName {
    /// What waits for a connection.
    static let queue = ListName("queue", shownBy: "essential queue")
}
