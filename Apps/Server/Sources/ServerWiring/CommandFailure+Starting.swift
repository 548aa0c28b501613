import AtomicFiles
import ConsoleAPI
import Localization
import PluginKit
import Presenting
import SQLStoreAPI

extension CommandFailure {
    /// Why the server can't be composed.
    ///
    /// - Parameter database: The path of the database; nil if it is elsewhere.
    init(composing error: PluginHostError, database: String?) {
        if case .assembly(_, let inner) = error {
            self.init(starting: inner, database: database)
        } else {
            self.init(exit: .usage, code: "invalid_composition", message: error.text)
        }
    }

    /// Why the server can't start, and what to do about it.
    ///
    /// - Parameter database: The path of the database; nil if it is elsewhere.
    init(starting error: any Error, database: String?) {
        switch error {
        case let error as PluginHostError: self.init(composing: error, database: database)
        case let error as SQLError:
            self.init(code: "database", message: ServerTexts.databaseFailed(error, at: database))
        case let error as FileError: self.init(code: "file", message: error.text)
        case let error as any PresentableError:
            self.init(exit: error.nature == .input ? .usage : .failure, code: error.code, message: error.text)
        default: self.init(code: "start_failed", message: ServerTexts.startFailed("\(error)"))
        }
    }
}
