import AtomicFiles
import ConfigurationAPI
import PluginKit
import SQLStoreAPI

/// The commands that mend what keeps a server from starting; those of plugins' errors they know themselves.
struct Remedies {
    /// The data folder.
    let folder: String

    /// Shows all that can be set, with what it may be.
    static let configuration: ShellCommand = "essentiald config keys"

    /// - Returns: nil where the error's text says what to do, and no command does it.
    func remedy(of error: any Error) -> ShellCommand? {
        switch error {
        case PluginHostError.assembly(_, let inner): remedy(of: inner)
        case is PluginHostError: "essentiald plugins"
        case let error as any MendableError: error.remedy
        case is any SettingsError: Self.configuration
        case let error as SQLError: remedy(of: error)
        case let error as FileError: "namei --long \(error.path)"
        default: nil
        }
    }

    private func remedy(of error: SQLError) -> ShellCommand? {
        switch error.code {
        case .migrationChanged: "apt install ./essentiald_PREVIOUS.deb"
        case .damaged:
            "mv \(folder) \(folder).damaged && essentiald backup restore --into \(folder)"
        case .migrationUnknown: "apt install ./essentiald_NEWER.deb"
        case .unavailable, .timedOut: "pg_isready --host HOST --port PORT"
        case .permission, .cannotOpen, .readOnly: "namei --long \(folder)"
        case .diskFull: "journalctl --vacuum-size=200M"
        case .inputOutput: "dmesg --level=err,warn | tail"
        default: nil
        }
    }
}
