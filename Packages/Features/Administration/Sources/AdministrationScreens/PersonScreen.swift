import AdministrationAPI
import CoreModels
import Localization
import ScreensAPI

/// Somebody, for the server's administrators.
struct PersonScreen: Sendable {
    let seat: AdministratorSeat

    private static let route = ScreenRoute("/admin/people/{id}")

    static func place(_ id: UserID) -> Place { route.place("\(id)") }

    var screen: Screen {
        seat.screen(Self.route, sensitive: [.people]) { request, desk in
            Self.contents(of: try await Self.person(in: request, desk))
        }
    }

    static func person(in request: ScreenRequest, _ desk: any Administrating) async throws -> SeenPerson {
        guard let id = request.values["id"].flatMap({ UserID($0) }), let seen = try await desk.person(id) else {
            throw ScreenFailure.notFound(PeopleTexts.gone)
        }
        return seen
    }

    static func contents(of seen: SeenPerson, noting notice: ScreenNotice? = nil) -> ScreenContents {
        let user = seen.person.user
        var facts: [ScreenText] = [.written("\(user.email)"), .written("\(user.id)")]
        facts.append(.moment(PeopleTexts.since, user.createdAt))
        facts += PeopleTexts.states(of: seen.person).map { .words($0) }
        if seen.isAdministrator { facts.append(.words(PeopleTexts.isAdministrator)) }
        if let reason = seen.suspensionReason { facts += [.words(PeopleTexts.reasonTold), .written(reason)] }
        if let former = seen.formerEmail { facts += [.words(PeopleTexts.formerEmail), .written(former)] }
        if let due = seen.person.deletionDueAt { facts.append(.moment(PeopleTexts.deletedAt, due)) }
        let known = [ScreenBlock.lines(facts)] + seen.groups.map { $0.block(otherwise: PeopleTexts.nothing) }
        let acts = seen.acts.map { act in
            ScreenLink(act.title, to: ActScreen.place(user.id, act.name))
        }
        let events = ScreenLink(AdministrationTexts.itsEvents, to: EventsScreen.place(ofAccount: "\(user.id)"))
        return ScreenContents(
            .name(user.name), noting: notice,
            .column([
                .links([OverviewScreen.link, PeopleScreen.link, events]), .sensitive(.people, known),
                .section(ScreenSection("acts", PeopleTexts.acts, [.links(acts)])),
            ]))
    }
}

/// Where an administrator confirms what is to be done to an account.
struct ActScreen: Sendable {
    let seat: AdministratorSeat

    private static let route = ScreenRoute("/admin/people/{id}/{act}")
    /// How long a reason may be that the person is told.
    private static let longestReason = 500

    static func place(_ id: UserID, _ act: String) -> Place { route.place("\(id)", act) }

    var screen: Screen {
        seat.screen(Self.route, sensitive: [.people], actions: [seat.action("act") { try await act($0, $1) }]) {
            request, desk in
            let seen = try await PersonScreen.person(in: request, desk), user = seen.person.user
            let back = ScreenLink(PeopleTexts.back, to: PersonScreen.place(user.id))
            guard let act = seen.acts.first(where: { $0.name == request.values["act"] }) else {
                throw ScreenFailure.notFound(PeopleTexts.nothingToDo)
            }
            let reason = ScreenField(
                "reason", .line, PeopleTexts.reason, hint: PeopleTexts.reasonHint, isRequired: false)
            return ScreenContents(
                .words(act.title),
                .column([
                    .lines([.name(user.name)]), .text(.words(act.meaning)),
                    .form(
                        ScreenForm(
                            "act", to: Self.place(user.id, act.name), act.takesReason ? [reason] : [],
                            button: act.title, .destructive)),
                    .links([back]),
                ]))
        }
    }

    private func act(_ sent: ScreenSubmission, _ desk: any Administrating) async throws -> ScreenOutcome {
        let reason = sent["reason"].trimmed
        let isLine = !reason.unicodeScalars.contains {
            [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        guard isLine, reason.unicodeScalars.count <= Self.longestReason else {
            throw FormRefusal(at: "reason", PeopleTexts.reasonTooLong)
        }
        let before = try await PersonScreen.person(in: sent.request, desk), id = before.person.user.id
        let done = try await desk.act(sent.request.values["act"] ?? "", on: id, because: reason.isEmpty ? nil : reason)
        let notice = done.map { ScreenNotice(.success, $0) } ?? ScreenNotice(.remark, PeopleTexts.nothingToDo)
        // Whoever ends their own sessions sees so by the next page.
        let after = try await desk.person(id) ?? before
        return .show(PersonScreen.contents(of: after, noting: notice))
    }
}
