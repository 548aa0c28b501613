import AtomicFiles
import ConsoleAPI
import CryptographyAPI
import FoundationEssentials
import Localization
import OperatingAPI

/// The command that makes keys for encrypted backups.
extension BackupCommands {
    private static let file = Parameter<String>.argument(
        "file", .file,
        summary: LocalizedText(
            en: "Where the private key is written, for its owner only",
            es: "Dónde se escribe la clave privada, solo para su dueño"))

    private struct Key: Encodable, Sendable {
        let recipient: String
        let file: String
    }

    var createKey: Command {
        Command(
            "backup key create",
            summary: LocalizedText(
                en: "Make a pair of keys with which backups are encrypted",
                es: "Crea un par de claves con las que se cifran las copias"),
            discussion: LocalizedText(
                en: """
                    The public half is shown, for backup.recipients. The private half is in the file, which is to be taken \
                    away from the server and kept twice: without it no encrypted backup can ever be read. age reads it, too.
                    """,
                es: """
                    Se muestra la mitad pública, para backup.recipients. La mitad privada está en el archivo, que hay que \
                    llevarse del servidor y guardar dos veces: sin él no se podrá leer nunca ninguna copia cifrada. También \
                    lo lee age.
                    """),
            examples: [
                CommandExample(
                    "essentiald backup key create backup.key",
                    LocalizedText(
                        en: "on the machine where the key is kept", es: "en la máquina donde se guarda la clave"))
            ],
            parameters: [Self.file]
        ) { invocation, _ throws(CommandFailure) in
            let file = try OperatorFile.named(invocation[Self.file])
            return try await BackupFailures.told {
                let files = try access.cryptography().files
                let identity = try files.makeIdentity(), recipient = try files.recipient(of: identity)
                try BackupKeyFile.write(identity, of: recipient, to: file)
                return CommandOutput(
                    json: Key(recipient: recipient.text, file: file.path),
                    text: [.preformatted(recipient.text), .line(BackupTexts.keyMade(file.path), .warning)])
            }
        }
    }
}
