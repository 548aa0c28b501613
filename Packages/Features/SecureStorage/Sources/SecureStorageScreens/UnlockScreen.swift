import CoreModels
import Localization
import Locking
import Presenting
import ScreensAPI
import SecureStorageAPI

/// Where a person opens the vault with its pass phrase, before anything else is
/// shown.
struct UnlockScreen: Sendable {
    let locking: any VaultLocking
    private let now: @Sendable () -> BootTime
    private let attempts = Locked(UnlockAttempts())

    init(locking: any VaultLocking, now: @escaping @Sendable () -> BootTime) {
        self.locking = locking
        self.now = now
    }

    static let route = ScreenRoute("/unlock")
    static let link = ScreenLink(VaultScreenTexts.unlock, to: route.place())

    var screen: Screen {
        Screen(Self.route, isForLocked: true, actions: [ScreenAction("unlock", perform: unlock)]) { request in
            guard await locking.lockState() == .locked else {
                let isOpen = ScreenNotice(.success, VaultScreenTexts.isOpen, nextSteps: [.checkVault])
                return ScreenContents(.words(VaultScreenTexts.unlock), .column([.notice(isOpen)]))
            }
            let form = ScreenForm(
                "unlock", to: request.place,
                [ScreenField("passphrase", .password, VaultScreenTexts.passphrase)], button: VaultScreenTexts.unlock)
            return ScreenContents(
                .words(VaultScreenTexts.locked),
                .column([
                    .text(.words(VaultScreenTexts.whyLocked)), .form(form),
                    .notice(ScreenNotice(.remark, VaultScreenTexts.forgotten, nextSteps: [.resetVault])),
                ]))
        }
    }

    private func unlock(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        let passphrase = sent.secret("passphrase"), now = now()
        guard !passphrase.isEmpty else { throw FormRefusal(at: "passphrase", VaultScreenTexts.typeIt) }
        // It counts before it is known to be wrong: many at once are many.
        if let wait = attempts.withLock({ $0.begin(at: now) }) { throw TooManyPassphrases(wait: wait) }
        do throws(SecretStoreError) {
            try await locking.unlock(with: passphrase)
        } catch .wrongKey {
            throw FieldRefusal(WrongPassphrase(wait: attempts.current.wait(at: now)), at: "passphrase")
        } catch {
            attempts.withLock { $0.takeBack() }
            throw error
        }
        attempts.withLock { $0 = UnlockAttempts() }
        return .unlocked(.home)
    }
}

/// It isn't the vault's pass phrase.
private struct WrongPassphrase: PresentableError {
    /// How long the next one has to wait; nil for not at all.
    let wait: Duration?
    let code = "vault_wrong_key", nature = FailureNature.input
    let nextSteps = [NextStep.resetVault]

    var text: LocalizedText {
        wait.map { VaultScreenTexts.wrong + VaultScreenTexts.wait($0) } ?? VaultScreenTexts.wrong
    }
}

/// There were so many wrong ones that the next one has to wait.
private struct TooManyPassphrases: PresentableError {
    let wait: Duration
    let code = "vault_too_many_attempts", nature = FailureNature.refused
    let nextSteps = [NextStep.resetVault]

    var text: LocalizedText { VaultScreenTexts.tooMany + VaultScreenTexts.wait(wait) }
}
