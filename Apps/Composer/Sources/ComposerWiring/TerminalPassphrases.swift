package import ConsoleAPI
package import CoreModels
import Localization
import Locking
package import SecureStorageAPI

/// Asks the person at the terminal for the vault's pass phrase.
package struct TerminalPassphrases: PassphraseProviding {
    private let terminal: any Terminal
    private let state = Locked((isGiven: false, wrongOnes: 0))

    /// How many wrong ones there may be.
    private static let attempts = 3

    package init(terminal: any Terminal) {
        self.terminal = terminal
    }

    package func passphrase(for purpose: PassphrasePurpose) async throws(SecretStoreError) -> Secret {
        if purpose == .openAfterWrongOne { state.withLock { $0.wrongOnes += 1 } }
        // What goes on afterwards doesn't ask whoever has no right one.
        if purpose != .protect, state.current.wrongOnes >= Self.attempts { throw .wrongKey }
        do throws(TerminalError) {
            switch purpose {
            case .open, .openAfterWrongOne:
                if state.current.isGiven { terminal.refuse(Self.wrong) }
                let passphrase = try await terminal.promptSecret(
                    LocalizedText(en: "Pass phrase of the vault", es: "Frase de paso de la caja fuerte"))
                state.withLock { $0.isGiven = true }
                return passphrase
            case .protect: return try await newPassphrase()
            }
        } catch {
            switch error {
            case .interrupted: throw .cancelled
            default: throw .passphraseRequired
            }
        }
    }

    /// Whoever is asked once more gave one that didn't open it, or not what it is now.
    private static let wrong = LocalizedText(
        en: "That didn't open the vault, or its key was replaced meanwhile. Type its pass phrase again.",
        es: "Eso no abrió la caja fuerte, o su clave se sustituyó mientras tanto. Escribe otra vez su frase de paso.")

    private func newPassphrase() async throws(TerminalError) -> Secret {
        while true {
            let first = try await terminal.promptSecret(
                LocalizedText(en: "New pass phrase", es: "Nueva frase de paso"))
            if first.isEmpty {
                terminal.refuse(LocalizedText(en: "Type a pass phrase.", es: "Escribe una frase de paso."))
                continue
            }
            let second = try await terminal.promptSecret(
                LocalizedText(en: "New pass phrase again", es: "Repite la nueva frase de paso"))
            if first.isEqual(to: second) { return first }
            terminal.refuse(
                LocalizedText(en: "The two pass phrases differ.", es: "Las dos frases de paso no coinciden."))
        }
    }
}

/// Asks whoever gives pass phrases, for as long as they are to be asked.
final class AskedPassphrases: PassphraseProviding {
    private let source: Locked<(any PassphraseProviding)?>
    private let file: (any PassphraseProviding)?
    /// Whether a person is asked, and no file.
    let asksPerson: Bool

    init(file: (any PassphraseProviding)?, person: any PassphraseProviding) {
        source = Locked(file ?? person)
        self.file = file
        asksPerson = file == nil
    }

    /// Asks nobody any more to open the vault: that is done elsewhere.
    ///
    /// A file still protects one that is made anew.
    func stop() {
        source.withLock { $0 = nil }
    }

    func passphrase(for purpose: PassphrasePurpose) async throws(SecretStoreError) -> Secret {
        guard let source = source.current ?? (purpose == .protect ? file : nil) else { throw .passphraseRequired }
        return try await source.passphrase(for: purpose)
    }
}
