public import ConfigurationAPI
public import CryptographyAPI
import Localization
import OperatingAPI
public import PluginKit

/// Installs what operators do against the loss of a server's data: `backup create`, `backup list`,
/// `backup verify`, `backup restore`, `backup prune` and `backup key create`.
public enum BackupsOperationsPlugin: Plugin {
    /// The name `backup-operations`.
    public static let manifest = PluginManifest(
        id: "backup-operations",
        summary: LocalizedText(en: "Backs the data up and restores them", es: "Copia los datos y los restaura"))

    /// The commands, where backups are kept, and what is kept of who makes one.
    public static let declarations = {
        var declared = Contributions({ BackupCommands(access: $0).all }, to: OperatorCommands.self)
        declared.add(BackupSettings.section, to: ConfigurationSections.self)
        declared.add(.backupCreated, .backupRestored, to: OperatorDeeds.self)
        return declared
    }()

    /// What an examination of the backups needs.
    public struct Dependencies: Sendable {
        let folder: String?
        let hashing: any Hashing

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - configuration: Says where backups are.
        ///   - hashing: Proves what they say of themselves.
        public init(_ configuration: Configuration, hashing: any Hashing) {
            folder = configuration[BackupSettings.folder]
            self.hashing = hashing
        }
    }

    /// Builds what examines the backups; the commands work without a server.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        Assembly(services: [
            BackupWatch(folder: dependencies.folder, pieces: FilePieces(hashing: dependencies.hashing))
        ])
    }
}

extension OperatorDeed {
    static let backupCreated = OperatorDeed(
        "backup-created", LocalizedText(en: "An operator made a backup", es: "Quien administra hizo una copia"))

    /// Everything after that backup is undone: who reads the trail has to know.
    static let backupRestored = OperatorDeed(
        "backup-restored",
        LocalizedText(
            en: "An operator put a backup in the place of the data; what came after it was undone",
            es: "Quien administra puso una copia en lugar de los datos; lo posterior se deshizo")
    )
}
