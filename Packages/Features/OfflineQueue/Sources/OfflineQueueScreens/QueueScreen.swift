import CoreModels
import FoundationEssentials
import Localization
import OfflineQueueAPI
import OfflineQueueDialogue
import Presenting
import ScreensAPI

/// What waits for a connection, and what became of it.
struct QueueScreen: Sendable {
    let retrying: any QueueRetrying
    let inspection: any QueueInspecting
    let details: @Sendable (WaitingRequest) async -> WaitingDetails?
    let outcomes: QueueOutcomes

    static let place = ScreenRoute("/queue").place()

    var screen: Screen {
        Screen(
            ScreenRoute("/queue"),
            actions: [ScreenAction("send", perform: send), ScreenAction("drop", perform: drop)], show: contents)
    }

    private func contents(_ request: ScreenRequest) async throws -> ScreenContents {
        try await contents(outcomes.seen(by: request.person))
    }

    private func contents(_ reports: [QueuedRequestReport]) async throws -> ScreenContents {
        let waiting = try await inspection.waiting(), others = try await inspection.othersWaiting()
        let told = reports.map { ScreenBlock.notice(notice(of: $0)) }
        let rest = others > 0 ? [ScreenBlock.text(.words(QueueWords.others(others)))] : []
        let blocks = waiting.isEmpty ? Self.nothing : await list(waiting)
        return ScreenContents(.words(QueueScreenTexts.title), .column(told + blocks + rest))
    }

    private static let nothing: [ScreenBlock] = [
        .text(.words(QueueWords.empty)), .links([ScreenLink(QueueScreenTexts.pictures, to: .home)]),
    ]

    private func list(_ waiting: [WaitingRequest]) async -> [ScreenBlock] {
        var entries: [ScreenEntry] = []
        for request in waiting {
            let details = await details(request) ?? subject(of: request).map { WaitingDetails($0) }
            entries.append(
                ScreenEntry(
                    .words(QueueWords.name(of: request.kind)), facts(of: request, details),
                    (details?.link.map { [.links([$0])] } ?? [])
                        + forms(for: request, called: label(of: request, details?.text))))
        }
        let all = ScreenForm("send", to: Self.place, button: QueueScreenTexts.sendAll(waiting.count))
        return [.text(.words(QueueScreenTexts.sealed)), .entries(entries)]
            + (waiting.count > 1 ? [.form(all)] : []) + [.text(.words(QueueScreenTexts.lost))]
    }

    private func forms(for request: WaitingRequest, called name: LocalizedText) -> [ScreenBlock] {
        let id = request.id.description, field = ScreenField.unseen("request", id)
        return [
            .form(
                ScreenForm(
                    "send", about: id, to: Self.place, [field], button: QueueScreenTexts.send,
                    called: QueueScreenTexts.send(name))),
            .form(
                ScreenForm(
                    "drop", about: id, to: Self.place, [field], button: QueueScreenTexts.remove,
                    called: QueueScreenTexts.remove(name), .destructive)),
        ]
    }

    private func subject(of request: WaitingRequest) -> String? { QueueWords.subject(request.subject) }

    private func facts(of request: WaitingRequest, _ details: WaitingDetails?) -> [ScreenText] {
        (details.map { [.written($0.text)] } ?? [])
            + [.moment(QueueScreenTexts.triedUntil, request.expiresAt)]
            + (request.attempts == 0 ? [] : [.words(QueueScreenTexts.failures(request.attempts))])
            + (request.problem.map { [.words(QueueScreenTexts.lastTime($0.text))] } ?? [])
    }

    private func label(of request: WaitingRequest, _ text: String?) -> LocalizedText {
        let name = QueueWords.name(of: request.kind)
        guard let start = text.map(QueueWords.start), !start.isEmpty else { return name }
        return LocalizedText(en: "\(name.english): \(start)", es: "\(name.spanish): \(start)")
    }

    private func notice(of report: QueuedRequestReport) -> ScreenNotice {
        let label = label(of: report.request, subject(of: report.request)), text = QueueWords.text(of: report.result)
        let kind: ScreenNotice.Kind =
            switch report.result {
            case .done: .success
            case .refused, .removalFailed, .expired: .failure
            case .kept, .unreachable: .remark
            }
        // What is done says so itself.
        if kind == .success, subject(of: report.request) == nil { return ScreenNotice(kind, text) }
        return ScreenNotice(
            kind,
            LocalizedText(en: "\(label.english). \(text.english)", es: "\(label.spanish). \(text.spanish)"))
    }

    // MARK: Actions

    private func send(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        let selection = QueuedRequestID(sent["request"]).map { QueueSelection.request($0) } ?? .all
        let reports = try await retrying.retry(selection)
        reports.forEach(outcomes.note)
        // What waited may have been sent by itself a moment before.
        let ended = outcomes.seen(by: sent.request.person), names = Set(ended.map(\.request.id))
        return .show(try await contents(ended + reports.filter { !names.contains($0.request.id) }))
    }

    private func drop(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let id = QueuedRequestID(sent["request"]), try await inspection.drop(id) else {
            throw ScreenFailure.notFound(QueueScreenTexts.notFound)
        }
        return .go(Self.place)
    }
}
