import AdministrationAPI
import CoreModels
import Localization
import ScreensAPI

/// Who has an account, for the server's administrators.
struct PeopleScreen: Sendable {
    let seat: AdministratorSeat

    static let link = ScreenLink(PeopleTexts.people, to: route.place())
    private static let route = ScreenRoute("/admin/people")

    var screen: Screen {
        seat.screen(
            Self.route, sensitive: [.people],
            actions: [
                seat.action("find-person") { try await find($0, $1) },
                seat.action("invite-person") { try await invite($0, $1) },
            ]
        ) { request, desk in
            let page = try await desk.people(after: request.query["after"].flatMap { UserID($0) })
            var blocks: [ScreenBlock] = [
                .links([OverviewScreen.link, EventsScreen.link, IncidentsScreen.link]), .form(Self.form),
            ]
            blocks.append(
                page.people.isEmpty
                    ? .text(.words(PeopleTexts.none)) : .sensitive(.people, [.entries(page.people.map(Self.entry))]))
            if let next = page.next {
                let place = request.place.with("after", "\(next)")
                blocks.append(.links([ScreenLink(PeopleTexts.more, to: place, .next)]))
            }
            if desk.takesInvitations { blocks += [.form(Self.invitation), .links([InvitationsScreen.link])] }
            return ScreenContents(.words(PeopleTexts.people), .column(blocks))
        }
    }

    private static let form = ScreenForm(
        "find-person", to: route.place(), [ScreenField("who", .line, PeopleTexts.who, hint: PeopleTexts.whoHint)],
        button: PeopleTexts.find)

    private static let invitation = ScreenForm(
        "invite-person", to: route.place(), heading: PeopleTexts.invitation,
        [ScreenField("email", .email, PeopleTexts.invitedAddress, hint: PeopleTexts.invitationHint)],
        button: PeopleTexts.invite)

    private func invite(_ sent: ScreenSubmission, _ desk: any Administrating) async throws -> ScreenOutcome {
        guard let email = EmailAddress(sent["email"]) else { throw FormRefusal(at: "email", PeopleTexts.noAddress) }
        switch try await desk.invite(email) {
        case .hasAccount(let id): return .go(PersonScreen.place(id))
        case .withoutMail: throw FormRefusal(at: "email", PeopleTexts.noMail)
        case nil: throw ScreenFailure.absent
        case .invited(let end):
            return .show(
                ScreenContents(
                    .words(PeopleTexts.people), noting: ScreenNotice(.success, PeopleTexts.invited),
                    .column([
                        .sensitive(.people, [.lines([.written("\(email.composed)")])]),
                        .lines([.moment(PeopleTexts.invitedUntil, end)]), .links([Self.link]),
                    ])))
        }
    }

    private func find(_ sent: ScreenSubmission, _ desk: any Administrating) async throws -> ScreenOutcome {
        guard let id = try await desk.find(sent["who"].trimmed) else {
            throw FormRefusal(at: "who", PeopleTexts.nobody)
        }
        return .go(PersonScreen.place(id))
    }

    private static func entry(_ person: PersonAtAGlance) -> ScreenEntry {
        let user = person.user
        let link = ScreenLink(
            PeopleTexts.look, to: PersonScreen.place(user.id),
            called: LocalizedText(
                en: "\(PeopleTexts.look.english) \(user.name)", es: "\(PeopleTexts.look.spanish) \(user.name)"))
        return ScreenEntry(
            .name(user.name),
            [.written("\(user.email)"), .moment(PeopleTexts.since, user.createdAt)]
                + PeopleTexts.states(of: person).map { .words($0) }, [.links([link])])
    }
}

extension Sensitivity {
    /// Who people are, and where they are logged in.
    static let people = Sensitivity(
        "people",
        LocalizedText(en: "people's addresses and devices", es: "las direcciones y los dispositivos de la gente"),
        because: LocalizedText(
            en: "They are nobody's business but theirs, and that of whoever helps them.",
            es: "Solo son asunto de cada persona y de quien la ayuda."))
}
