import ConsoleAPI
import CoreModels
import Localization
import SecureStorageAPI

/// Asks the person at the terminal for the vault's pass phrase.
struct TerminalPassphrases: PassphraseProviding {
    let terminal: any Terminal

    func passphrase(for purpose: PassphrasePurpose) async throws(SecretStoreError) -> Secret {
        do throws(TerminalError) {
            switch purpose {
            case .open:
                return try await terminal.promptSecret(
                    LocalizedText(en: "Pass phrase of the vault", es: "Frase de paso de la caja fuerte"))
            case .protect: return try await newPassphrase()
            }
        } catch {
            switch error {
            case .interrupted: throw .cancelled
            default: throw .passphraseRequired
            }
        }
    }

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
