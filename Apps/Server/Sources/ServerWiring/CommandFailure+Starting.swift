import AccountsServiceAPI
import AtomicFiles
import ConsoleAPI
import FeedServiceAPI
import HTTPServingAPI
import Localization
import MailAPI
import PasswordQualityLists
import PluginKit
import SQLStoreAPI
import ServerKeysAPI
import SessionsServiceAPI

extension CommandFailure {
    /// Why the server can't be composed.
    ///
    /// - Parameter database: The path of the database.
    init(composing error: PluginHostError, database: String) {
        if case .assembly(_, let inner) = error {
            self.init(starting: inner, database: database)
        } else {
            self.init(exit: .usage, code: "invalid_composition", message: error.text)
        }
    }

    /// Why the server can't start, and what to do about it.
    ///
    /// - Parameter database: The path of the database.
    init(starting error: any Error, database: String) {
        switch error {
        case let error as PluginHostError: self.init(composing: error, database: database)
        case let error as HTTPServingError: self.init(error)
        case let error as SQLError:
            let text = error.advice ?? ServerTexts.startFailed(error.description)
            self.init(
                code: "database", message: text + ServerTexts.database(database, isDamaged: error.code == .damaged))
        case let error as ServerKeyError: self.init(code: "server_keys", message: error.text)
        case let error as FileError: self.init(code: "file", message: error.text)
        case let error as CaptchaConfigurationError:
            self.init(exit: .usage, code: "invalid_configuration", message: error.text)
        case let error as MailConfigurationError:
            self.init(exit: .usage, code: "invalid_configuration", message: error.text)
        case let error as MailTemplateError: self.init(exit: .usage, code: "mail_template", message: error.text)
        case let error as PasswordListError: self.init(error)
        case let error as MemoryLimit.TooLow: self.init(code: "memory_limit", message: error.text)
        case let error as DataFolderNotMade: self.init(exit: .usage, code: "data_folder", message: error.text)
        case let error as UnsafeDataFolder: self.init(exit: .usage, code: "data_folder", message: error.text)
        case let error as IncompleteDataFolder: self.init(exit: .usage, code: "data_folder", message: error.text)
        case let error as MissingServerKey: self.init(exit: .usage, code: "data_folder", message: error.text)
        case let error as MissingImageFolder: self.init(exit: .usage, code: "data_folder", message: error.text)
        case let error as FolderInUse: self.init(code: "folder_in_use", message: error.text)
        case SessionsError.unavailable(let reason), AccountsError.unavailable(let reason):
            self.init(code: "start_failed", message: ServerTexts.startFailed(reason))
        default: self.init(code: "start_failed", message: ServerTexts.startFailed("\(error)"))
        }
    }

    private init(_ error: HTTPServingError) {
        let code =
            switch error {
            case .tls, .exposedKey: "tls"
            case .portInUse, .notPermitted, .badAddress, .system: "cannot_listen"
            }
        self.init(code: code, message: error.message)
    }
}
