import CoreModels
import FoundationEssentials
import Localization
import Presenting
import ScreensAPI
import SecureStorageAPI

/// The part of the vault's screen on which authenticators are set up and removed.
struct AuthenticatorsPart: Sendable {
    let authenticating: any VaultAuthenticating
    let gate: PassphraseGate
    let place: Place
    /// The whole screen, after something was done.
    let contents: @Sendable ([ScreenNotice]) async -> ScreenContents

    var actions: [ScreenAction] {
        [
            ScreenAction("authenticator", perform: begin), ScreenAction("authenticator-add", perform: add),
        ]
    }

    /// What is there, and what can be done.
    func blocks(_ protection: VaultProtection) async -> [ScreenBlock] {
        var blocks = [ScreenBlock.text(.words(AuthenticatorTexts.what))]
        if protection == .passphrase {
            let all = (try? await authenticating.authenticators()) ?? []
            blocks.append(
                all.isEmpty ? .text(.words(AuthenticatorTexts.none)) : .entries(all.map(entry)))
            let isAnew = all.contains { !AuthenticatorText.isAsked($0) }
            blocks.append(
                .form(
                    ScreenForm(
                        "authenticator", to: place,
                        [ScreenField("passphrase", .password, VaultScreenTexts.passphrase)],
                        button: isAnew ? AuthenticatorTexts.beginAnew : AuthenticatorTexts.begin)))
        } else {
            blocks.append(.text(.words(AuthenticatorTexts.needsPassphrase)))
        }
        return [.section(ScreenSection("authenticators", AuthenticatorTexts.heading, blocks))]
    }

    private func entry(_ authenticator: VaultAuthenticator) -> ScreenEntry {
        let void = AuthenticatorText.isAsked(authenticator) ? [] : [ScreenText.words(AuthenticatorTexts.voidFact)]
        return ScreenEntry(
            .written(authenticator.name), void + [.moment(AuthenticatorTexts.madeAt, authenticator.madeAt)],
            [.links([RemoveAuthenticatorScreen.link(to: authenticator)])])
    }

    // MARK: Actions

    private func begin(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        let setUp = try await gate.trying(sent) { passphrase throws(SecretStoreError) in
            try await authenticating.beginSetUp(with: passphrase)
        }
        return .show(asking(setUp, sent.request))
    }

    private func add(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let id = UUID(uuidString: sent["set_up"]), let setUp = await authenticating.setUp(id) else {
            return .show(await contents([ScreenNotice(presenting: SecretStoreError.authenticatorUnknown)]))
        }
        do {
            let name = sent["name"].trimmed
            guard 1...64 ~= name.utf8.count else { throw FormRefusal(at: "name", AuthenticatorTexts.nameIt) }
            let answer = try AuthenticatorAnswer(sent.secret("answer"))
            // It makes something, and computes nothing with it.
            guard !answer.output.isEmpty else { throw AuthenticatorFailure.secretless }
            try await authenticating.finishSetUp(
                id,
                as: NewAuthenticator(
                    name: name, credential: answer.credential, relyingParty: AuthenticatorText.party),
                giving: answer.output)
        } catch let error as any PresentableError {
            return .again(asking(setUp, sent.request), error)
        }
        return .show(await contents([ScreenNotice(.success, AuthenticatorTexts.added)]))
    }

    private func asking(_ setUp: AuthenticatorSetUp, _ request: ScreenRequest) -> ScreenContents {
        let suggested = AuthenticatorTexts.suggestedName
        let name = request.preferences.language == .spanish ? suggested.spanish : suggested.english
        return ScreenContents(
            .words(AuthenticatorTexts.settingUp),
            .column([
                .text(.words(AuthenticatorTexts.howItIsDone)),
                .form(
                    ScreenForm(
                        "authenticator-add", to: place,
                        [
                            .unseen("set_up", setUp.id.uuidString),
                            ScreenField("name", .line, AuthenticatorTexts.name, value: name),
                            .authenticator("answer", asked: AuthenticatorText.question(settingUp: setUp)),
                        ], button: AuthenticatorTexts.ask)),
                .links([VaultScreen.link]),
            ]))
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
