import AccountsAPI
import AccountsScreensAPI
import CoreModels
import FoundationEssentials
import Localization
import Presenting
import ScreensAPI

/// Where a person has their account deleted.
struct DeletionScreen: Sendable {
    let deleting: Scoped<any AccountDeleting>
    let person: PresentPerson

    static let link = ScreenLink(title, to: route.place(), .removal)
    private static let route = ScreenRoute("/account/deletion")
    private static let title = LocalizedText(en: "Delete your account", es: "Eliminar tu cuenta")

    var screen: Screen {
        Screen(
            Self.route, for: .people, leadsBack: false, sensitive: [.address],
            actions: [ScreenAction("delete-account", perform: delete)]
        ) { request in
            let (person, notice) = try await person(for: request)
            return ScreenContents(
                .words(Self.title), noting: notice,
                .column([
                    .ownAddress("\(person.email)"), .text(.words(Self.first)), .text(.words(Self.then)),
                    .form(ScreenForm("delete-account", to: Self.route.place(), button: Self.title, .destructive)),
                    .links([ScreenLink(Self.keep, to: ScreenRoute("/account").place())]),
                ]))
        }
    }

    private func delete(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let person = sent.request.person else { throw AccountDeletionError.failed(.notLoggedIn) }
        let due = try await deleting(at: sent.request.browser).deleteAccount(of: person.id)
        return .show(
            ScreenContents(
                .words(Self.done),
                .column([
                    .lines([.moment(Self.goneAt, due)]),
                    .notice(ScreenNotice(.success, Self.more, nextSteps: [.logIn])),
                ])))
    }

    private static let first = LocalizedText(
        en:
            "You are logged out everywhere at once, and what your devices keep of you goes, also what waits to be sent. "
            + "Logging in takes it back for a week at least; a message to your address says until when. Until then others "
            + "see all as before.",
        es:
            "Se cierran al momento todas tus sesiones y desaparece lo que tus dispositivos guardan de ti, también lo que "
            + "espera para enviarse. Iniciar sesión lo anula durante una semana al menos; un mensaje a tu dirección dice "
            + "hasta cuándo. Hasta entonces los demás lo ven todo como siempre.")
    private static let then = LocalizedText(
        en:
            "After that your pictures are gone for good, with what others wrote about them, and so are your comments, your "
            + "ways in and all else.",
        es:
            "Después desaparecen para siempre tus imágenes, con lo que otros escribieron sobre ellas, tus comentarios, tus "
            + "formas de entrar y todo lo demás.")
    private static let keep = LocalizedText(en: "Keep your account", es: "Conservar tu cuenta")
    private static let done = LocalizedText(en: "Your account will be deleted", es: "Tu cuenta se eliminará")
    private static let goneAt = LocalizedText(en: "Gone on", es: "Dejará de existir")
    private static let more = LocalizedText(
        en: "You are logged out everywhere. Logging in before then takes it back.",
        es: "Se cerraron todas tus sesiones. Iniciar sesión antes lo anula.")
}
