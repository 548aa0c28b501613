import DataFolderAPI
package import PluginKit

extension UnsafeDataFolder: MendableError {
    package var remedy: ShellCommand? {
        switch reason {
        case .kind: "mv \(path) \(path).foreign"
        case .owner: "chown --recursive $(id --user):$(id --group) \(path)"
        case .writable: "chmod --recursive go-rwx \(path)"
        case .foreign: nil
        }
    }
}

extension IncompleteDataFolder: MendableError {
    package var remedy: ShellCommand? {
        let folder = String(database.dropLast(DataFolder.databaseName.count + 1))
        return "mv \(folder) \(folder).incomplete && essentiald backup restore --into \(folder)"
    }
}

extension MissingServerKey: MendableError {
    package var remedy: ShellCommand? { "cp --preserve BACKUPS/NAME/\(DataFolder.keyName) \(path)" }
}

extension UnfinishedRestore: MendableError {
    package var remedy: ShellCommand? { "essentiald backup restore --into \(folder)" }
}

extension FolderInUse: MendableError {
    var remedy: ShellCommand? { process.map { "kill \($0)" } ?? "systemctl stop essentiald" }
}
