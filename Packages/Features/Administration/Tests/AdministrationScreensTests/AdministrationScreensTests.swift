import AdministrationAPI
import AdministrationScreens
import AdministrationTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import SecurityMetricsAPI
import Testing

/// The administrators' pages without a server and a browser.
struct AdministrationScreensTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let id = UserID(UUID(uuidString: "6F9619FF-8B86-4011-B42D-00CF4FC964FF")!)
    private let desk: AdministratingFake
    private let screens: [Screen]
    private let files: [ScreenFile]
    private let picture = ImageID(UUID(uuidString: "6F9619FF-8B86-4011-B42D-00CF4FC964F0")!)
    private let ways: [NavigationItem]
    private let runner: ScreenRunner

    init() {
        desk = AdministratingFake(
            of: id, kinds: [EventKind("login.refused", LocalizedText(en: "A login was refused", es: "Se rechazó"))])
        let contributions = AdministrationScreensPlugin.assemble(
            .init(standing: Scoped(always: desk), administrating: Scoped(always: desk))
        ).contributions
        screens = contributions.values(of: Screens.self)
        files = contributions.values(of: ScreenFiles.self)
        ways = contributions.values(of: ScreenNavigation.self)
        runner = ScreenRunner(screens, as: Self.person(of: id, "Ana"), now: Self.now)
    }

    private static func person(of id: UserID, _ name: String) -> User {
        User(id: id, name: name, email: EmailAddress("ana@example.com")!, isVerified: true, createdAt: now)
    }

    /// Everything that strangers write, wherever it gets to.
    private func fill(_ hostile: String) {
        let user = Self.person(of: id, hostile)
        desk.set { state in
            state.people = [id: user]
            state.events = EventPage(
                [
                    ShownEvent(
                        position: 7, time: hostile, date: nil,
                        kind: EventKind(hostile, LocalizedText(verbatim: hostile)),
                        severity: .critical, isRefused: true, account: id, accountName: hostile, actor: id,
                        actorName: hostile, address: hostile, program: hostile, cause: hostile)
                ], next: 7)
            state.incidents = [
                ShownIncident(
                    number: 3, title: LocalizedText(verbatim: hostile), advice: LocalizedText(verbatim: hostile),
                    severity: nil, state: .running, network: hostile, account: id, begunAt: Self.now,
                    crossedAt: Self.now, foundAt: Self.now, latestAt: Self.now, events: 1, accounts: 1, networks: 1,
                    isLate: true, answer: LocalizedText(verbatim: hostile))
            ]
            state.troubles = [PartTrouble(hostile, LocalizedText(verbatim: hostile))]
            state.days = [EventCount(EventDay(of: Self.now), all: 12, grave: 3)]
            state.pictures = [
                SeenPicture(
                    picture, description: hostile, author: user, createdAt: Self.now, isForMembers: true,
                    hiddenAt: Self.now, hiddenBy: user),
                SeenPicture(ImageID(UUID()), description: nil, author: nil, createdAt: Self.now),
            ]
            state.invitations = [
                SeenInvitation(
                    id, EmailAddress("ben@example.com")!, invitedAt: Self.now, expiresAt: Self.now, hasLetter: true)
            ]
            let words = LocalizedText(verbatim: hostile)
            let facts = FactGroup(words, [FactGroup.Fact(words, hostile, at: Self.now)])
            state.server = SeenServer(
                parts: [SeenServer.Part(hostile, words), SeenServer.Part("clock", nil)],
                groups: [
                    SeenServer.Group(facts, isPersonal: true), SeenServer.Group(FactGroup(words, [])),
                ])
            state.figures = SeenFigures.Subject.allCases.map {
                SeenFigures(
                    $0, [SeenFigures.Figure(.hour(of: Self.now), 3), SeenFigures.Figure(.day(of: Self.now), 0)])
            }
            state.persons = [
                SeenPerson(
                    PersonAtAGlance(user, suspendedSince: Self.now, deletionDueAt: Self.now), suspensionReason: hostile,
                    formerEmail: hostile, isAdministrator: true,
                    groups: [
                        FactGroup(
                            LocalizedText(verbatim: "Sessions"),
                            [FactGroup.Fact(LocalizedText(verbatim: "seen"), hostile, at: Self.now)])
                    ],
                    acts: [
                        PossibleAct(
                            "suspend", LocalizedText(verbatim: "Suspend"), meaning: LocalizedText(verbatim: "Out"),
                            takesReason: true)
                    ])
            ]
        }
    }

    private var addresses: [String] {
        [
            "/admin", "/admin/events", "/admin/events?account=<b>&day=x&kind='&severity=none&before=z",
            "/admin/incidents", "/admin/incidents?open=1", "/admin/incidents/3", "/admin/people",
            "/admin/people/\(id)", "/admin/people/\(id)/suspend", "/admin/invitations", "/admin/invitations/\(id)",
            "/admin/pictures", "/admin/pictures?all=1&after=<b>", "/admin/pictures/\(picture)", "/admin/server",
            "/admin/figures", "/admin/figures?by=hour",
        ]
    }

    @Test(.requirement("SCREEN-05", "METRIC-06", "ADMIN-06"), arguments: ScreenCheck.hostile)
    func eachPageIsFitToBeShown(hostile: String) async throws {
        fill(hostile)
        let check = ScreenCheck(
            places: screens.map(\.route.pattern) + files.map(\.route.pattern), now: Self.now)
        for address in addresses {
            let contents = try await runner.show(address)
            #expect(check.problems(of: contents) == [], "\(address)")
        }
        let events = try await runner.show("/admin/events")
        #expect(check.problems(of: events, saying: [hostile]) == [])
    }

    @Test(.requirement("ADMIN-03")) func whoIsNoAdministratorHasNoPages() async throws {
        fill("x")
        for refusal in [AdministrationError.notAdministrator, .notLoggedIn] {
            desk.set { $0.refusal = refusal }
            for screen in screens where screen.route.pattern != "/administrator" {
                let isThere = try #require(screen.isThere)
                #expect(await isThere(.unknown) == false)
                #expect(await ways.first?.isThere?(.unknown) == false, "nothing leads there either")
            }
        }
        for refusal in [AdministrationError.notAdministrator, .notLoggedIn] {
            desk.set { $0.refusal = refusal }
            for file in files { #expect(await file.isThere?(.unknown) == false) }
        }
        desk.set { $0.refusal = .authenticationNeeded }
        for screen in screens where screen.route.pattern != "/administrator" {
            #expect(await screen.isThere?(.unknown) == true, "they log in once more")
            #expect(await ways.first?.isThere?(.unknown) == true)
        }
    }

    @Test(.requirement("METRIC-06")) func whatIsShownIsInTheAddress() async throws {
        let sent = ["kind": "login.refused", "severity": "warning", "account": " \(id) ", "day": "2026-11-27"]
        guard case .go(let place) = try await runner.send("filter", to: "/admin/events", sent) else {
            Issue.record("it leads nowhere")
            return
        }
        #expect(
            place.parameters == [
                "kind": "login.refused", "severity": "warning", "account": "\(id)", "day": "2026-11-27",
            ])
        _ = try await runner.show("/admin/events?kind=login.refused&severity=warning&account=\(id)&day=2026-11-27")
        let query = EventQuery(
            kind: "login.refused", severity: .warning, account: "\(id)", day: EventDay("2026-11-27"))
        #expect(desk.state.queries == [query])
    }

    @Test(
        .requirement("METRIC-06"),
        arguments: [["day": "2026-02-30"], ["day": "yesterday"], ["account": "ana"], ["account": "p123"]])
    func whatCantBeMeantIsSaid(sent: [String: String]) async throws {
        await #expect(throws: FormRefusal.self) { _ = try await runner.send("filter", to: "/admin/events", sent) }
    }

    @Test(.requirement("METRIC-06")) func anIncidentIsClosedOnce() async throws {
        fill("x")
        for title in [false, true] {
            guard case .show(let contents) = try await runner.send("close-incident", to: "/admin/incidents/3") else {
                Issue.record("nothing is shown")
                return
            }
            #expect(contents.notice?.kind == (title ? .remark : .success))
        }
        await #expect(throws: ScreenFailure.self) { _ = try await runner.show("/admin/incidents/4") }
        await #expect(throws: ScreenFailure.self) { _ = try await runner.show("/admin/incidents/x") }
    }

    @Test(.requirement("OPS-06")) func anActIsDoneWithItsReason() async throws {
        fill("x")
        _ = try await runner.send("act", to: "/admin/people/\(id)/suspend", ["reason": " Advertising "])
        #expect(desk.state.acts == ["suspend Advertising"])
        for reason in ["two\nlines", String(repeating: "x", count: 501)] {
            await #expect(throws: FormRefusal.self) {
                _ = try await runner.send("act", to: "/admin/people/\(id)/suspend", ["reason": reason])
            }
        }
        #expect(desk.state.acts.count == 1)
    }

    @Test(.requirement("OPS-06")) func aPictureIsFoundAndHiddenAndShown() async throws {
        fill("x")
        for typed in ["\(picture)", "https://essential.test/below/p/\(picture)?x=1", " /p/\(picture)#comments "] {
            guard case .go(let place) = try await runner.send("find-picture", to: "/admin/pictures", ["which": typed])
            else {
                Issue.record("it leads nowhere")
                return
            }
            #expect(place == ScreenRoute("/admin/pictures/{id}").place("\(picture)"))
        }
        for typed in ["", "/p/", "\(UUID())"] {
            await #expect(throws: FormRefusal.self) {
                _ = try await runner.send("find-picture", to: "/admin/pictures", ["which": typed])
            }
        }
        for (form, kind) in [("hide-picture", ScreenNotice.Kind.remark), ("show-picture", .success)] {
            guard case .show(let contents) = try await runner.send(form, to: "/admin/pictures/\(picture)") else {
                Issue.record("nothing is shown")
                return
            }
            #expect(contents.notice?.kind == kind)
        }
        #expect(desk.state.pictureActs == ["hide \(picture)", "show \(picture)"])
        await #expect(throws: ScreenFailure.self) { _ = try await runner.show("/admin/pictures/x") }
        await #expect(throws: ScreenFailure.self) {
            _ = try await runner.send("hide-picture", to: "/admin/pictures/\(UUID())")
        }
    }

    @Test(.requirement("OPS-06", "INVITE-03")) func anInvitationIsTakenBackOnce() async throws {
        fill("x")
        for kind in [ScreenNotice.Kind.success, .remark] {
            guard
                case .show(let contents) = try await runner.send("withdraw-invitation", to: "/admin/invitations/\(id)")
            else {
                Issue.record("nothing is shown")
                return
            }
            #expect(contents.notice?.kind == kind)
        }
        await #expect(throws: ScreenFailure.self) { _ = try await runner.show("/admin/invitations/\(id)") }
    }

    /// What is exported is what the filter in the address asks for, piece by piece.
    @Test(.requirement("METRIC-12")) func eventsAreExportedAsTheFilterSays() async throws {
        let file = try #require(files.first { $0.route.pattern == "/admin/export/{format}" })
        for (format, type) in [("csv", "text/csv; charset=utf-8"), ("jsonl", "application/x-ndjson")] {
            let contents = try await file.load(
                ScreenRequest(
                    file.route.place(format), values: ["format": format], query: ["kind": "login.refused"],
                    now: Self.now))
            guard case .pieces(let name, let make) = contents.source else {
                Issue.record("it isn't made while it is sent")
                return
            }
            let sent = Locked<[String]>([])
            try await make { data in sent.withLock { $0.append(String(decoding: data, as: UTF8.self)) } }
            #expect(sent.current == ["\(format) login.refused"])
            #expect(name == "events-2027-01-15.\(format)" && contents.type == type)
        }
        await #expect(throws: ScreenFailure.self) {
            _ = try await file.load(
                ScreenRequest(file.route.place("exe"), values: ["format": "exe"], now: Self.now))
        }
    }

    @Test(.requirement("ADMIN-01")) func lookingAtAnInvitationTakesNothing() async throws {
        let check = ScreenCheck(places: screens.map(\.route.pattern) + ["/"], now: Self.now)
        for address in ["/administrator", "/administrator?token=abc"] {
            #expect(check.problems(of: try await runner.show(address)) == [])
            #expect(check.problems(of: try await ScreenRunner(screens).show(address)) == [])
        }
        #expect(desk.state.accepted == 0)
        _ = try await runner.send("become-administrator", to: "/administrator", ["token": "abc"])
        #expect(desk.state.accepted == 1)
        desk.set { $0.invitationRefusal = .invitationOver }
        guard case .show(let contents) = try await runner.send("become-administrator", to: "/administrator") else {
            Issue.record("nothing is shown")
            return
        }
        #expect(contents.standing == .over && check.problems(of: contents) == [])
    }
}
