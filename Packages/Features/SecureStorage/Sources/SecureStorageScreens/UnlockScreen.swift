import Localization
import Presenting
import ScreensAPI
import SecureStorageAPI

/// Where a person opens the vault with its pass phrase or an authenticator, before
/// anything else is shown.
struct UnlockScreen: Sendable {
    let locking: any VaultLocking
    let authenticating: any VaultAuthenticating
    let gate: PassphraseGate

    static let route = ScreenRoute("/unlock")
    static let link = ScreenLink(VaultScreenTexts.unlock, to: route.place())

    var screen: Screen {
        Screen(
            Self.route, isForLocked: true,
            actions: [
                ScreenAction("unlock", perform: unlock), ScreenAction("authenticate", perform: authenticate),
            ]
        ) { request in await contents(request) }
    }

    private func contents(_ request: ScreenRequest, _ notices: [ScreenNotice] = []) async -> ScreenContents {
        guard await locking.lockState() == .locked else {
            let isOpen = ScreenNotice(.success, VaultScreenTexts.isOpen, nextSteps: [.checkVault])
            return ScreenContents(.words(VaultScreenTexts.unlock), .column([.notice(isOpen)]))
        }
        let form = ScreenForm(
            "unlock", to: request.place,
            [ScreenField("passphrase", .password, VaultScreenTexts.passphrase)], button: VaultScreenTexts.unlock)
        // Without them the pass phrase is still there.
        let all = (try? await authenticating.authenticators()) ?? []
        return ScreenContents(
            .words(VaultScreenTexts.locked),
            .column(
                [.text(.words(VaultScreenTexts.whyLocked))] + notices.map { .notice($0) }
                    + asking(all, at: request.place) + [.form(form)]
                    + [.notice(ScreenNotice(.remark, VaultScreenTexts.forgotten, nextSteps: [.resetVault]))]))
    }

    /// What an authenticator is asked, and which of them have to be set up anew.
    private func asking(_ all: [VaultAuthenticator], at place: Place) -> [ScreenBlock] {
        let live = all.filter(AuthenticatorText.isAsked)
        let void = all.filter { !AuthenticatorText.isAsked($0) }.map { authenticator in
            ScreenBlock.notice(ScreenNotice(.remark, AuthenticatorTexts.isVoid(authenticator.name)))
        }
        guard !live.isEmpty else { return void }
        guard gate.asksAuthenticators else {
            return void + [.notice(ScreenNotice(.remark, AuthenticatorTexts.passphraseOnly))]
        }
        let question = AuthenticatorText.question(to: live)
        let form = ScreenForm(
            "authenticate", to: place, [.authenticator("answer", asked: question)], button: AuthenticatorTexts.unlock)
        return void + [.form(form)]
    }

    // MARK: Actions

    private func unlock(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        try await gate.trying(sent) { passphrase throws(SecretStoreError) in
            try await locking.unlock(with: passphrase)
        }
        return .unlocked(.home)
    }

    private func authenticate(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard gate.asksAuthenticators else { return await refused(nil, sent) }
        do {
            let answer = try AuthenticatorAnswer(sent.secret("answer"))
            try await authenticating.unlock(byAuthenticator: answer.credential, giving: answer.output)
        } catch AuthenticatorFailure.unanswered {
            // Nobody was asked.
            throw AuthenticatorFailure.unanswered
        } catch let error as any PresentableError {
            gate.noteAuthenticatorFailure()
            guard gate.asksAuthenticators, (error as? SecretStoreError) == nil else {
                return await refused(error, sent)
            }
            throw error
        }
        gate.forget()
        return .unlocked(.home)
    }

    /// The screen as it is after something that may have taken the form away.
    private func refused(_ error: (any PresentableError)?, _ sent: ScreenSubmission) async -> ScreenOutcome {
        .show(await contents(sent.request, error.map { [ScreenNotice(presenting: $0)] } ?? []))
    }
}
