import FoundationEssentials
import Localization
import Presenting
import ScreensAPI
import SecureStorageAPI

/// Where a person says that an authenticator is to open the vault no more.
struct RemoveAuthenticatorScreen: Sendable {
    let authenticating: any VaultAuthenticating

    private static let route = ScreenRoute("/vault/authenticators/{id}")

    static func link(to authenticator: VaultAuthenticator) -> ScreenLink {
        ScreenLink(AuthenticatorTexts.remove, to: route.place(authenticator.id.uuidString.lowercased()))
    }

    var screen: Screen {
        Screen(Self.route, actions: [ScreenAction("authenticator-remove", perform: remove)]) { request in
            let authenticator = try await authenticator(request)
            return ScreenContents(
                .words(AuthenticatorTexts.removeQuestion),
                .column([
                    .entries([
                        ScreenEntry(
                            .written(authenticator.name),
                            [.moment(AuthenticatorTexts.madeAt, authenticator.madeAt)], [])
                    ]),
                    .text(.words(AuthenticatorTexts.removeMeans)),
                    .form(
                        ScreenForm(
                            "authenticator-remove", to: request.place, button: AuthenticatorTexts.remove,
                            .destructive)),
                    .links([ScreenLink(AuthenticatorTexts.keepIt, to: VaultScreen.link.place)]),
                ]))
        }
    }

    private func remove(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        try await authenticating.removeAuthenticator(try await authenticator(sent.request).id)
        return .show(
            ScreenContents(
                .words(AuthenticatorTexts.heading),
                .column([
                    .notice(ScreenNotice(.success, AuthenticatorTexts.removed)), .links([VaultScreen.link]),
                ])))
    }

    private func authenticator(_ request: ScreenRequest) async throws -> VaultAuthenticator {
        let id = request.values["id"].flatMap { UUID(uuidString: $0) }
        guard let known = try await authenticating.authenticators().first(where: { $0.id == id }) else {
            throw ScreenFailure.notFound(SecretStoreError.authenticatorUnknown.text)
        }
        return known
    }
}
