import AdministrationAPI
import CoreModels
import Localization
import ScreensAPI
import SecurityMetricsAPI

/// What was found in events, for the server's administrators.
struct IncidentsScreen: Sendable {
    let seat: AdministratorSeat

    static let link = ScreenLink(AdministrationTexts.incidents, to: route.place())
    private static let route = ScreenRoute("/admin/incidents")

    var screen: Screen {
        seat.screen(Self.route) { request, desk in
            let isOpen = request.query["open"] != nil
            let page = try await desk.incidents(open: isOpen, before: request.query["before"].flatMap(Int.init))
            let other =
                isOpen
                ? ScreenLink(AdministrationTexts.allIncidents, to: Self.route.place())
                : ScreenLink(AdministrationTexts.onlyOpen, to: Self.route.place().with("open", "1"))
            var blocks: [ScreenBlock] = [.links([OverviewScreen.link, EventsScreen.link, other])]
            blocks.append(
                page.incidents.isEmpty
                    ? .text(.words(AdministrationTexts.noIncident)) : .entries(page.incidents.map { Self.entry($0) }))
            if let next = page.next {
                let place = request.place.with("before", "\(next)")
                blocks.append(.links([ScreenLink(AdministrationTexts.older, to: place, .next)]))
            }
            return ScreenContents(.words(AdministrationTexts.incidents), .column(blocks))
        }
    }

    /// One of a list.
    static func entry(_ incident: ShownIncident) -> ScreenEntry {
        let number = AdministrationTexts.number(incident.number)
        let severity = incident.severity.map(AdministrationTexts.name)
        var facts: [ScreenText] = [.words(severity.map { number + $0 } ?? number), .time(incident.begunAt)]
        facts += [.words(AdministrationTexts.state(incident.state)), .words(AdministrationTexts.counts(incident))]
        let link = ScreenLink(
            AdministrationTexts.look, to: IncidentScreen.place(incident.number),
            called: AdministrationTexts.look + LocalizedText(verbatim: "\(incident.number)"))
        return ScreenEntry(.words(incident.title), facts, [.links([link])])
    }
}

/// One incident, with its evidence.
struct IncidentScreen: Sendable {
    let seat: AdministratorSeat

    private static let route = ScreenRoute("/admin/incidents/{number}")

    static func place(_ number: Int) -> Place { route.place("\(number)") }

    var screen: Screen {
        seat.screen(Self.route, actions: [seat.action("close-incident") { try await close($0, $1) }]) { request, desk in
            try await contents(of: request, desk)
        }
    }

    private func close(_ sent: ScreenSubmission, _ desk: any Administrating) async throws -> ScreenOutcome {
        guard let number = sent.request.values["number"].flatMap(Int.init),
            let isClosed = try await desk.closeIncident(number)
        else { throw ScreenFailure.notFound(AdministrationTexts.unknownIncident) }
        let notice =
            isClosed
            ? ScreenNotice(.success, AdministrationTexts.isClosed)
            : ScreenNotice(.remark, AdministrationTexts.wasClosed)
        return .show(try await contents(of: sent.request, desk, noting: notice))
    }

    private func contents(
        of request: ScreenRequest, _ desk: any Administrating, noting notice: ScreenNotice? = nil
    ) async throws -> ScreenContents {
        guard let number = request.values["number"].flatMap(Int.init), let seen = try await desk.incident(number) else {
            throw ScreenFailure.notFound(AdministrationTexts.unknownIncident)
        }
        let incident = seen.incident
        var blocks: [ScreenBlock] = [.links([OverviewScreen.link, IncidentsScreen.link])]
        blocks.append(.lines(Self.facts(seen)))
        if let advice = incident.advice {
            blocks.append(.section(ScreenSection("advice", AdministrationTexts.whatToDo, [.text(.words(advice))])))
        }
        var links = [
            ScreenLink(AdministrationTexts.itsDay, to: EventsScreen.place(of: EventDay(of: incident.begunAt)))
        ]
        if let account = incident.account {
            links += [
                ScreenLink(AdministrationTexts.itsEvents, to: EventsScreen.place(ofAccount: "\(account)")),
                ScreenLink(AdministrationTexts.itsPerson, to: PersonScreen.place(account)),
            ]
        }
        blocks.append(.links(links))
        if case .closed = incident.state {
        } else {
            blocks += [
                .text(.words(AdministrationTexts.closing)),
                .form(
                    ScreenForm(
                        "close-incident", to: Self.place(number), button: AdministrationTexts.close, .destructive)),
            ]
        }
        return ScreenContents(.words(incident.title), noting: notice, .column(blocks))
    }

    private static func facts(_ seen: SeenIncident) -> [ScreenText] {
        let incident = seen.incident
        var facts: [ScreenText] = [.words(AdministrationTexts.number(incident.number))]
        if let severity = incident.severity { facts.append(.words(AdministrationTexts.name(of: severity))) }
        if case .closed(let time) = incident.state {
            facts.append(.moment(AdministrationTexts.state(incident.state), time))
        } else {
            facts.append(.words(AdministrationTexts.state(incident.state)))
        }
        if let network = incident.network { facts += [.words(AdministrationTexts.network), .written(network)] }
        if let person = seen.person {
            facts += [.words(AdministrationTexts.about), .name(person.name)]
        }
        facts += [
            .moment(AdministrationTexts.firstEvent, incident.begunAt),
            .moment(AdministrationTexts.enough, incident.crossedAt),
            .moment(AdministrationTexts.found, incident.foundAt),
            .moment(AdministrationTexts.lastEvent, incident.latestAt), .words(AdministrationTexts.counts(incident)),
        ]
        if incident.isLate { facts.append(.words(AdministrationTexts.late)) }
        if let answer = incident.answer { facts.append(.words(answer)) }
        return facts
    }
}
