import AdministrationAPI
import CoreModels
import Localization
import Presenting
import ScreensAPI

/// Where the link of an invitation leads.
///
/// Looking at it changes nothing, and tells nobody whether the invitation is good.
struct InvitationScreen: Sendable {
    let standing: Scoped<any AdministratorStanding>

    private static let route = ScreenRoute("/administrator")

    var screen: Screen {
        Screen(
            Self.route, isMailed: true, limit: ScreenLimit("administration"),
            actions: [ScreenAction("become-administrator", perform: accept)]
        ) { request in
            guard let person = request.person else {
                return Self.contents([
                    .notice(ScreenNotice(.remark, AdministrationTexts.logInFirst, nextSteps: [.logIn]))
                ])
            }
            guard let token = request.query["token"] else {
                return Self.contents([
                    .notice(ScreenNotice(.remark, AdministrationTexts.noToken, nextSteps: [.seePictures]))
                ])
            }
            return Self.contents([
                .text(.words(AdministrationTexts.signedInAs("\(person.email)"))),
                .text(.words(AdministrationTexts.invitationMeans)),
                .form(
                    ScreenForm(
                        "become-administrator", to: Self.route.place(), [.unseen("token", token)],
                        button: AdministrationTexts.accept)),
            ])
        }
    }

    private func accept(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        do {
            try await standing(at: sent.request.browser).accept(Secret(sent["token"]))
        } catch AdministrationError.invitationOver {
            return .show(
                Self.contents([.notice(ScreenNotice(presenting: AdministrationError.invitationOver))], over: true))
        }
        return .show(
            Self.contents(
                [.links([OverviewScreen.link])], noting: ScreenNotice(.success, AdministrationTexts.accepted)))
    }

    private static func contents(
        _ blocks: [ScreenBlock], noting notice: ScreenNotice? = nil, over isOver: Bool = false
    ) -> ScreenContents {
        ScreenContents(
            .words(AdministrationTexts.invitation), noting: notice,
            .column(isOver ? blocks + [.links([ScreenLink(AdministrationTexts.toPictures, to: .home)])] : blocks),
            standing: isOver ? .over : .found)
    }
}
