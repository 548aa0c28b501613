import AdministrationAPI
import CoreModels
import Localization
import ScreensAPI
import SecurityMetricsAPI

/// What happened, for the server's administrators.
///
/// Which events are shown is in the address.
struct EventsScreen: Sendable {
    let seat: AdministratorSeat

    static let link = ScreenLink(AdministrationTexts.events, to: route.place())
    private static let route = ScreenRoute("/admin/events")

    /// The place of the events of an account.
    static func place(ofAccount account: String) -> Place { route.place().with("account", account) }
    /// The place of the events of a day.
    static func place(of day: EventDay) -> Place { route.place().with("day", "\(day)") }

    var screen: Screen {
        seat.screen(Self.route, actions: [seat.action("filter") { sent, _ in try Self.filter(sent) }]) {
            request, desk in
            let query = Self.query(in: request)
            let seen = try await desk.events(query, before: request.query["before"].flatMap(Int.init))
            let isNewest = request.query["before"] == nil
            return ScreenContents(
                .words(AdministrationTexts.events),
                .column(
                    [
                        .links([OverviewScreen.link, IncidentsScreen.link, PeopleScreen.link]),
                        .form(Self.form(query, desk.kinds)), .text(.words(AdministrationTexts.delay)),
                    ] + Self.list(seen) + Self.ways(seen.page, at: request.place, isNewest: isNewest)
                        + [
                            .section(
                                ScreenSection(
                                    "export", AdministrationTexts.export,
                                    [
                                        .text(.words(AdministrationTexts.exporting)),
                                        .links(EventExportFile.links(query)),
                                    ]))
                        ]))
        }
    }

    // MARK: Which events

    /// What can't be read of an address asks for nothing.
    static func query(in request: ScreenRequest) -> EventQuery {
        EventQuery(
            kind: request.query["kind"], severity: request.query["severity"].flatMap(EventSeverity.init),
            account: request.query["account"], day: request.query["day"].flatMap(EventDay.init))
    }

    /// The same place, asking for the events of a query.
    static func asking(for query: EventQuery, at place: Place) -> Place {
        place.with("kind", query.kind).with("severity", query.severity?.rawValue)
            .with("account", query.account).with("day", query.day.map { "\($0)" })
    }

    private static func form(_ query: EventQuery, _ kinds: [EventKind]) -> ScreenForm {
        let any = ScreenField.Choice("", AdministrationTexts.any)
        return ScreenForm(
            "filter", to: route.place(), heading: AdministrationTexts.filter,
            [
                ScreenField(
                    "kind",
                    .choice(
                        [any]
                            + kinds.map {
                                ScreenField.Choice($0.name, LocalizedText(verbatim: "\($0.name): ") + $0.title)
                            }
                    ), AdministrationTexts.kind, value: query.kind ?? "", isRequired: false),
                ScreenField(
                    "severity",
                    .choice(
                        [any]
                            + EventSeverity.info.andWorse.dropFirst().map {
                                ScreenField.Choice($0.rawValue, AdministrationTexts.atLeast($0))
                            }), AdministrationTexts.severity, value: query.severity?.rawValue ?? "", isRequired: false),
                ScreenField(
                    "account", .line, AdministrationTexts.account, hint: AdministrationTexts.accountHint,
                    value: query.account ?? "", isRequired: false),
                ScreenField(
                    "day", .line, AdministrationTexts.day, hint: AdministrationTexts.dayHint,
                    value: query.day.map { "\($0)" } ?? "", isRequired: false),
            ], button: AdministrationTexts.show)
    }

    /// Leads to the address that says which events are wanted.
    private static func filter(_ sent: ScreenSubmission) throws -> ScreenOutcome {
        let account = sent["account"].trimmed, day = sent["day"].trimmed
        guard account.isEmpty || UserID(account) != nil || isName(account) else {
            throw FormRefusal(at: "account", AdministrationTexts.unknownAccount)
        }
        guard day.isEmpty || EventDay(day) != nil else { throw FormRefusal(at: "day", AdministrationTexts.unknownDay) }
        func kept(_ text: String) -> String? { text.isEmpty ? nil : text }
        return .go(
            route.place().with("kind", kept(sent["kind"])).with("severity", kept(sent["severity"]))
                .with("account", kept(account)).with("day", kept(day)))
    }

    private static func isName(_ text: String) -> Bool {
        text.utf8.count == 33 && text.first == "p"
            && text.utf8.dropFirst().allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    // MARK: The events

    private static func list(_ seen: SeenEvents) -> [ScreenBlock] {
        guard seen.page.events.isEmpty else { return [.entries(seen.page.events.map { entry($0, seen.people) })] }
        return [.text(.words(seen.page.isPartial ? AdministrationTexts.noneYet : AdministrationTexts.none))]
    }

    private static func entry(_ event: ShownEvent, _ people: [UserID: User]) -> ScreenEntry {
        let severity = event.severity.map(AdministrationTexts.name)
        let marks = [severity, event.isRefused ? AdministrationTexts.refused : nil].compactMap(\.self)
        var facts: [ScreenText] = [.words(marks.reduce(LocalizedText(verbatim: event.kind.name)) { $0 + $1 })]
        facts.append(event.date.map { .moment(nil, $0) } ?? .written(event.time))
        facts += person(AdministrationTexts.about, event.account, event.accountName, people)
        facts += person(AdministrationTexts.by, event.actor, event.actorName, people)
        for (words, text) in [
            (AdministrationTexts.cause, event.cause), (AdministrationTexts.from, event.address),
            (AdministrationTexts.program, event.program),
        ] {
            if let text { facts += [.words(words), .written(text)] }
        }
        let name = event.account.map { "\($0)" } ?? event.accountName
        var links = name.map { name in
            [
                ScreenLink(
                    AdministrationTexts.itsEvents, to: place(ofAccount: name),
                    called: AdministrationTexts.itsEvents + LocalizedText(verbatim: "\(event.position)"))
            ]
        }
        if let user = event.account.flatMap({ people[$0] }) {
            links?.append(
                ScreenLink(
                    AdministrationTexts.itsPerson, to: PersonScreen.place(user.id),
                    called: AdministrationTexts.itsPerson + LocalizedText(verbatim: "\(event.position)")))
        }
        return ScreenEntry(.words(event.kind.title), facts, links.map { [.links($0)] } ?? [])
    }

    private static func person(
        _ words: LocalizedText, _ id: UserID?, _ name: String?, _ people: [UserID: User]
    ) -> [ScreenText] {
        guard let user = id.flatMap({ people[$0] }) else { return name.map { [.words(words), .written($0)] } ?? [] }
        return [.words(words), .name(user.name)]
    }

    private static func ways(_ page: EventPage, at place: Place, isNewest: Bool) -> [ScreenBlock] {
        var links: [ScreenLink] = []
        if !isNewest { links.append(ScreenLink(AdministrationTexts.newest, to: place.with("before", nil))) }
        if let next = page.next {
            let label = page.isPartial ? AdministrationTexts.lookFurther : AdministrationTexts.older
            links.append(ScreenLink(label, to: place.with("before", "\(next)"), .next))
        }
        return links.isEmpty ? [] : [.links(links)]
    }
}

extension String {
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
