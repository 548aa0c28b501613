import CoreModels
import Localization
import Locking
import Presenting
import ScreensAPI
import SecureStorageAPI

/// Takes pass phrases wherever they are typed, and makes wrong ones wait.
struct PassphraseGate: Sendable {
    private let attempts = Locked(UnlockAttempts())
    private let now: @Sendable () -> BootTime

    init(now: @escaping @Sendable () -> BootTime) {
        self.now = now
    }

    /// Whether an authenticator may still be asked.
    var asksAuthenticators: Bool { attempts.current.asksAuthenticators }

    /// Counts that one didn't open the vault.
    func noteAuthenticatorFailure() {
        attempts.withLock { $0.authenticatorFailures += 1 }
    }

    /// Tries the pass phrase in a field.
    func trying<Value: Sendable>(
        _ sent: ScreenSubmission, at field: StaticString = "passphrase",
        _ body: (Secret) async throws(SecretStoreError) -> Value
    ) async throws -> Value {
        let passphrase = sent.secret(field), now = now(), value: Value
        guard !passphrase.isEmpty else { throw FormRefusal(at: field, VaultScreenTexts.typeIt) }
        // It counts before it is known to be wrong: many at once are many.
        if let wait = attempts.withLock({ $0.begin(at: now) }) { throw TooManyPassphrases(wait: wait) }
        do throws(SecretStoreError) {
            value = try await body(passphrase)
        } catch .wrongKey {
            throw FieldRefusal(WrongPassphrase(wait: attempts.current.wait(at: now)), at: field)
        } catch {
            attempts.withLock { $0.takeBack() }
            throw error
        }
        forget()
        return value
    }

    /// Forgets what failed: the person is there.
    func forget() {
        attempts.withLock { $0 = UnlockAttempts() }
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
