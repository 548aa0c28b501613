import DataFolderAPI
import PluginKit

extension UnsafeDataFolder: MendableError {
    package var remedy: String? {
        switch reason {
        case .kind: "mv \(path) \(path).foreign"
        case .owner: "chown --recursive $(id --user):$(id --group) \(path)"
        case .writable: "chmod --recursive go-rwx \(path)"
        case .foreign: nil
        }
    }
}

extension IncompleteDataFolder: MendableError {
    package var remedy: String? {
        let folder = String(database.dropLast(DataFolder.databaseName.count + 1))
        return "mv \(folder) \(folder).incomplete && essentiald backup restore --into \(folder)"
    }
}

extension MissingServerKey: MendableError {
    package var remedy: String? { "cp --preserve BACKUPS/NAME/\(DataFolder.keyName) \(path)" }
}

extension UnfinishedRestore: MendableError {
    package var remedy: String? { "essentiald backup restore --into \(folder)" }
}

extension FolderInUse: MendableError {
    var remedy: String? { process.map { "kill \($0)" } ?? "systemctl stop essentiald" }
}
