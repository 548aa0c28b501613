import Localization
public import MailAPI
public import PluginKit
public import SQLStoreAPI

/// Installs what operators need to look after letters, without the outbox
/// itself: nothing is sent.
public enum LetterManagementPlugin: Plugin {
    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Shows letters and has them tried again.
        public let letters: any LetterManaging
    }

    /// The name `letter-management`.
    public static let manifest = PluginManifest(
        id: "letter-management",
        summary: LocalizedText(en: "Letters that are not delivered", es: "Cartas que no se han entregado"))

    /// Builds the management over the server's database.
    public static func assemble(_ database: any SQLDatabase) -> Assembly<Exports> {
        var contributions = Contributions()
        contributions.add(OutboxTable.migration, to: Migrations.self)
        return Assembly(exports: Exports(letters: OutboxDesk(database: database)), contributions: contributions)
    }
}
