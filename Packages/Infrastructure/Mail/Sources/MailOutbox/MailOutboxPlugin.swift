import AtomicFiles
public import FoundationEssentials
import Localization
public import MailAPI
public import PluginKit

/// Installs an outbox.
///
/// Messages go to files of a folder, where a person or a mail program finds
/// them. It needs no mail server.
public enum MailOutboxPlugin: Plugin {
    /// What the outbox needs.
    public struct Dependencies: Sendable {
        /// The folder of the messages.
        public let folder: String
        /// Who the messages come from, such as `Essential <no-reply@example.com>`.
        public let sender: String
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies.
        public init(
            folder: String, sender: String = "Essential <no-reply@essential.invalid>",
            now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.folder = folder
            self.sender = sender
            self.now = now
        }
    }

    /// What the outbox offers.
    public struct Exports: Sendable {
        /// Writes messages to files.
        public let mail: any MailSending
    }

    /// The name `mail-outbox`.
    public static let manifest = PluginManifest(
        id: "mail-outbox",
        summary: LocalizedText(en: "Mail as files of a folder", es: "Correo en archivos de una carpeta"))

    /// Builds the outbox.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let outbox = FolderOutbox(
            folder: dependencies.folder, sender: dependencies.sender, now: dependencies.now)
        return Assembly(exports: Exports(mail: outbox))
    }
}

/// Writes each message to a file whose name begins with the time, so that the
/// newest is the last in the list.
struct FolderOutbox: MailSending {
    let folder: String
    let sender: String
    let now: @Sendable () -> Date

    func send(_ message: MailMessage) async throws(MailError) {
        let id = UUID(), date = now()
        let time = date.formatted(.iso8601).filter { $0.isNumber || $0 == "T" }
        let file = AtomicFile(path: "\(folder)/\(time)-\(id.uuidString.lowercased()).eml")
        let letter = InternetMessage(message: message, sender: sender, date: date, id: id)
        do throws(FileError) {
            try file.replace(with: letter.data, durability: .power)
        } catch {
            throw .unavailable(reason: error.description)
        }
    }
}
