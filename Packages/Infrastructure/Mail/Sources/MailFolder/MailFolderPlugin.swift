import AtomicFiles
public import ConfigurationAPI
public import DataFolderAPI
import FoundationEssentials
import Glibc
import Localization
public import MailAPI
public import PluginKit

/// Installs delivery into a folder.
///
/// A person or a mail program finds the letters there; no mail server is needed.
public enum MailFolderPlugin: Plugin {
    /// What delivery needs.
    public struct Dependencies: Sendable {
        let folder: String

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - configuration: Has the folder of the letters.
        ///   - data: Has that folder where nobody chose one.
        public init(_ configuration: Configuration, in data: DataFolder) {
            folder = configuration[outbox] ?? data.path(of: usualName)
        }

        /// Creates dependencies.
        package init(folder: String) {
            self.folder = folder
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Writes letters to files.
        public let delivery: any MailDelivering
    }

    /// The name `mail-folder`.
    public static let manifest = PluginManifest(
        id: "mail-folder",
        summary: LocalizedText(en: "Mail as files of a folder", es: "Correo en archivos de una carpeta"))

    private static let usualName = "outbox"
    private static let outbox = ConfigurationKey<String?>(
        "mail.outbox", default: nil,
        summary: LocalizedText(en: "The folder of the messages", es: "La carpeta de los mensajes"),
        detail: "One `.eml` file each; without it `outbox` in the data folder.")

    /// Where letters are written; nil where they are sent.
    ///
    /// - Parameter data: The data folder.
    public static func folder(chosenIn configuration: Configuration, data: String) -> String? {
        guard MailTransport.chosen(in: configuration) == .outbox else { return nil }
        return configuration[outbox] ?? data + "/" + usualName
    }

    /// The folder of the letters.
    public static var declarations: Contributions {
        var declarations = Contributions(
            ConfigurationSection(
                LocalizedText(en: "Mail in a folder", es: "Correo en una carpeta"), outbox, check: problems),
            to: ConfigurationSections.self)
        declarations.add(DataFolderPart(usualName), to: DataFolderParts.self)
        return declarations
    }

    /// A folder that nobody can write to; one that isn't there yet is made.
    private static func problems(of configuration: Configuration) -> [any SettingsError] {
        guard MailTransport.chosen(in: configuration) == .outbox, let path = configuration[outbox] else { return [] }
        var place = path
        while unsafe access(place, F_OK) != 0, errno == ENOENT {
            let above = AtomicFile(path: place).folder
            if above == place { break }
            place = above
        }
        // With a dot behind it, only a folder is found.
        guard unsafe access(place + "/.", W_OK | X_OK) != 0 else { return [] }
        let reason = SystemReason(errno).text
        return [
            UnusableSettings(
                [outbox.name],
                LocalizedText(
                    en:
                        "\(outbox.name) names \(path), where no letter can be written (\(reason.english)). Name another "
                        + "folder, or make it writable.",
                    es: "\(outbox.name) nombra \(path), donde no se puede escribir ninguna carta (\(reason.spanish)). "
                        + "Indica otra carpeta o permite escribir en ella."))
        ]
    }

    /// Builds the delivery into the folder.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        Assembly(
            exports: Exports(delivery: FolderDelivery(folder: dependencies.folder)),
            services: [FolderWatch(folder: dependencies.folder)])
    }
}

/// Knows that nobody gets the letters.
private struct FolderWatch: PluginService {
    let folder: String

    func examine() async -> ServiceExamination {
        ServiceExamination(findings: [
            Finding(
                "letters_in_files", .notice,
                LocalizedText(
                    en:
                        "Letters aren't sent, but written to files in \(folder): nobody else gets codes, links and invitations. "
                        + "For others than yourself set mail.transport to smtp, and try it.",
                    es:
                        "Las cartas no se envían, se escriben en archivos de \(folder): nadie más recibe códigos, enlaces ni "
                        + "invitaciones. Para otros que no seas tú, pon mail.transport a smtp y pruébalo."),
                remedy: "essentiald mail test EMAIL")
        ])
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
