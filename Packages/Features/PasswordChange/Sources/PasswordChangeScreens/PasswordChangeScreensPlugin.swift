import CoreModels
import Localization
public import PasswordChangeAPI
import PasswordQuality
public import PluginKit
import Presenting
public import ScreensAPI
public import SessionsAPI

/// Installs the screen on which a person sets another password.
public enum PasswordChangeScreensPlugin: Plugin {
    /// What the screen needs.
    public struct Dependencies: Sendable {
        /// Changes the password; nil for no screen.
        public let change: Scoped<any PasswordChanging>?
        /// Tells whether there is a password to be changed; nil where nobody can tell.
        public let proving: Scoped<any Reauthenticating>?

        /// Creates the dependencies.
        public init(change: Scoped<any PasswordChanging>?, proving: Scoped<any Reauthenticating>?) {
            self.change = change
            self.proving = proving
        }
    }

    /// The name `password-change-screens`.
    public static let manifest = PluginManifest(
        id: "password-change-screens",
        summary: LocalizedText(en: "Another password in a browser", es: "Otra contraseña en un navegador"))

    /// Builds the screen.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let change = dependencies.change else { return Assembly() }
        var contributions = Contributions(
            PasswordScreen(change: change, proving: dependencies.proving).screen, to: Screens.self)
        contributions.add(
            NavigationItem(PasswordScreen.link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
        contributions.add(ScreenStep(.changePassword, PasswordScreen.link), to: ScreenSteps.self)
        return Assembly(contributions: contributions)
    }
}

/// Where a person sets another password.
private struct PasswordScreen: Sendable {
    let change: Scoped<any PasswordChanging>
    let proving: Scoped<any Reauthenticating>?

    static let link = ScreenLink(title, to: route.place())
    private static let route = ScreenRoute("/account/password")
    private static let title = LocalizedText(en: "Change your password", es: "Cambiar tu contraseña")

    var screen: Screen {
        Screen(Self.route, for: .people, actions: [ScreenAction("password") { try await change($0) }]) { request in
            // Nobody is asked for what there isn't.
            if try await hasNone(request) {
                let notice = ScreenNotice(.remark, Self.absence, nextSteps: PasswordChangeError.noPassword.nextSteps)
                return ScreenContents(.words(Self.title), .column([.notice(notice)]))
            }
            return ScreenContents(.words(Self.title), .column([.text(.words(Self.consequence)), .form(Self.form)]))
        }
    }

    private static let form = ScreenForm(
        "password", to: route.place(),
        [
            ScreenField(
                "password", .password, LocalizedText(en: "Current password", es: "Contraseña actual")),
            ScreenField(
                "new_password", .newPassword(minimum: PasswordRules.minimumLength),
                LocalizedText(en: "New password", es: "Contraseña nueva"), hint: hint),
        ], button: LocalizedText(en: "Change it", es: "Cambiarla"))

    /// Whether it is known that the account has no password.
    private func hasNone(_ request: ScreenRequest) async throws -> Bool {
        guard let proving else { return false }
        return try await proving(at: request.browser).passwordProof() == .noPassword
    }

    private func change(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard try await !hasNone(sent.request) else { throw PasswordChangeError.noPassword }
        guard !sent.secret("password").isEmpty else {
            throw FieldRefusal(PasswordChangeError.wrongPassword, at: "password")
        }
        do {
            try await change(at: sent.request.browser)
                .changePassword(from: sent.secret("password"), to: sent.secret("new_password"))
        } catch PasswordChangeError.wrongPassword {
            throw FieldRefusal(PasswordChangeError.wrongPassword, at: "password")
        }
        return .show(
            ScreenContents(
                .words(Self.title),
                .column([.notice(ScreenNotice(.success, Self.changed, nextSteps: [.seeAccount, .seePictures]))])))
    }

    private static let absence = LocalizedText(
        en: "Your account has no password, so there is none to change. You can set one with a message to its address.",
        es: "Tu cuenta no tiene contraseña, así que no hay ninguna que cambiar. Puedes poner una con un mensaje a su "
            + "dirección.")
    private static let hint = LocalizedText(
        en: "At least \(PasswordRules.minimumLength) characters; several words that nobody would guess are best.",
        es: "Al menos \(PasswordRules.minimumLength) caracteres; lo mejor son varias palabras que nadie adivinaría.")
    private static let consequence = LocalizedText(
        en: "All your other devices are logged out then.",
        es: "Después se cierra la sesión en todos tus demás dispositivos.")
    private static let changed = LocalizedText(
        en: "Your password is changed. You stay logged in here; your other devices are logged out.",
        es: "Tu contraseña ha cambiado. Sigues con la sesión iniciada aquí; se cerró en tus demás dispositivos.")
}
