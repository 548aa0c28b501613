import AdministrationAPI
import CoreModels
import Localization
import ScreensAPI

/// Who is invited and hasn't come yet, for the server's administrators.
struct InvitationsScreen: Sendable {
    let seat: AdministratorSeat

    static let link = ScreenLink(InvitationTexts.open, to: route.place())
    private static let route = ScreenRoute("/admin/invitations")

    var screen: Screen {
        seat.screen(Self.route, sensitive: [.people]) { request, desk in
            guard desk.takesInvitations else { throw ScreenFailure.absent }
            let page = try await desk.invitations(after: request.query["after"].flatMap { UserID($0) })
            var blocks: [ScreenBlock] = [.links([OverviewScreen.link, PeopleScreen.link])]
            if page.invitations.isEmpty {
                let isFirst = request.query["after"] == nil
                blocks.append(.text(.words(isFirst ? InvitationTexts.none : InvitationTexts.noMore)))
            } else {
                blocks.append(.sensitive(.people, [.entries(page.invitations.map(Self.entry))]))
            }
            if let next = page.next {
                let place = request.place.with("after", "\(next)")
                blocks.append(.links([ScreenLink(InvitationTexts.more, to: place, .next)]))
            }
            return ScreenContents(.words(InvitationTexts.open), .column(blocks))
        }
    }

    static func facts(of invitation: SeenInvitation) -> [ScreenText] {
        [
            .moment(InvitationTexts.since, invitation.invitedAt), .moment(InvitationTexts.until, invitation.expiresAt),
            .words(invitation.hasLetter ? InvitationTexts.letterWritten : InvitationTexts.letterToCome),
        ]
    }

    private static func entry(_ invitation: SeenInvitation) -> ScreenEntry {
        let address = "\(invitation.email)"
        let link = ScreenLink(
            InvitationTexts.withdraw, to: WithdrawalScreen.place(invitation.id),
            called: LocalizedText(
                en: "\(InvitationTexts.withdraw.english): \(address)",
                es: "\(InvitationTexts.withdraw.spanish): \(address)"))
        return ScreenEntry(.written(address), facts(of: invitation), [.links([link])])
    }
}

/// Where an administrator takes an invitation back.
struct WithdrawalScreen: Sendable {
    let seat: AdministratorSeat

    private static let route = ScreenRoute("/admin/invitations/{id}")

    static func place(_ id: UserID) -> Place { route.place("\(id)") }

    var screen: Screen {
        seat.screen(
            Self.route, sensitive: [.people],
            actions: [seat.action("withdraw-invitation") { try await withdraw($0, $1) }]
        ) { request, desk in
            guard let id = request.values["id"].flatMap({ UserID($0) }),
                let invitation = try await desk.invitation(id)
            else { throw ScreenFailure.notFound(InvitationTexts.gone) }
            return ScreenContents(
                .words(InvitationTexts.withdraw),
                .column([
                    .links([OverviewScreen.link, InvitationsScreen.link]),
                    .sensitive(.people, [.lines([.written("\(invitation.email)")])]),
                    .lines(InvitationsScreen.facts(of: invitation)), .text(.words(InvitationTexts.withdrawing)),
                    .form(
                        ScreenForm(
                            "withdraw-invitation", to: Self.place(id), button: InvitationTexts.withdraw, .destructive)),
                ]))
        }
    }

    private func withdraw(_ sent: ScreenSubmission, _ desk: any Administrating) async throws -> ScreenOutcome {
        guard let id = sent.request.values["id"].flatMap({ UserID($0) }) else {
            throw ScreenFailure.notFound(InvitationTexts.gone)
        }
        let isDone = try await desk.withdrawInvitation(id)
        return .show(
            ScreenContents(
                .words(InvitationTexts.withdraw),
                noting: isDone
                    ? ScreenNotice(.success, InvitationTexts.withdrawn) : ScreenNotice(.remark, InvitationTexts.gone),
                .column([.links([InvitationsScreen.link, PeopleScreen.link])])))
    }
}
