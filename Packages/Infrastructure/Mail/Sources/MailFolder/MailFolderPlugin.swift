import AtomicFiles
import FoundationEssentials
import Localization
public import MailAPI
public import PluginKit

/// Installs delivery into a folder.
///
/// A person or a mail program finds the letters there; no mail server is needed.
public enum MailFolderPlugin: Plugin {
    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Writes letters to files.
        public let delivery: any MailDelivering
    }

    /// The name `mail-folder`.
    public static let manifest = PluginManifest(
        id: "mail-folder",
        summary: LocalizedText(en: "Mail as files of a folder", es: "Correo en archivos de una carpeta"))

    /// Builds the delivery into the folder of this path.
    public static func assemble(_ folder: String) -> Assembly<Exports> {
        Assembly(exports: Exports(delivery: FolderDelivery(folder: folder)))
    }
}

/// Writes each letter to a file whose name begins with the time, so that the
/// newest is the last in the list.
///
/// The name holds the identifier too: a letter that comes again replaces itself.
struct FolderDelivery: MailDelivering {
    let folder: String

    func deliver(_ letter: MailLetter) async throws(MailDeliveryError) {
        let time = letter.date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            .filter { $0.isNumber || $0 == "T" }
        let file = AtomicFile(path: "\(folder)/\(time)-\(letter.id.uuidString.lowercased()).eml")
        do throws(FileError) {
            try file.replace(with: ReadableLetter.data(of: letter.data), durability: .power)
        } catch {
            throw .postponed(reason: error.description)
        }
    }
}
