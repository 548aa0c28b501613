import AccountsAPI
import AccountsScreensAPI
import CoreModels
import Localization
import Presenting
import ScreensAPI

/// Where a person changes their name.
struct NameScreen: Sendable {
    let renaming: Scoped<any AccountRenaming>
    let person: PresentPerson

    static let link = ScreenLink(title, to: route.place())
    private static let route = ScreenRoute("/account/name")
    private static let title = LocalizedText(en: "Change your name", es: "Cambiar tu nombre")

    var screen: Screen {
        Screen(Self.route, for: .people, actions: [ScreenAction("rename") { try await rename($0) }]) { request in
            let (person, notice) = try await person(for: request)
            return contents(person.name, noting: notice)
        }
    }

    private func contents(_ name: String, noting notice: ScreenNotice? = nil) -> ScreenContents {
        ScreenContents(
            .words(Self.title), noting: notice,
            .column([
                .form(
                    ScreenForm(
                        "rename", to: Self.route.place(),
                        [
                            ScreenField(
                                "name", .name,
                                LocalizedText(en: "Name", es: "Nombre"), hint: Self.hint, value: name)
                        ], button: LocalizedText(en: "Change it", es: "Cambiarlo")))
            ]))
    }

    private func rename(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        do {
            let user = try await renaming(at: sent.request.browser).rename(to: sent["name"])
            let done = LocalizedText(
                en: "Your name is \(user.name) now, everywhere.",
                es: "Tu nombre es ahora \(user.name), en todas partes.")
            return .show(contents(user.name, noting: ScreenNotice(.success, done, nextSteps: [.seeAccount])))
        } catch AccountRenamingError.unacceptable(let problem) {
            throw FieldRefusal(AccountRenamingError.unacceptable(problem), at: "name")
        }
    }

    private static let hint = LocalizedText(
        en: "Everybody sees it, also at the pictures and comments that you published before.",
        es: "Lo ve todo el mundo, también en las imágenes y los comentarios que ya publicaste.")
}
