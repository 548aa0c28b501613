import Glibc
import SQLStoreAPI

/// Why there is no connection.
enum ConnectionFailure: Error {
    /// The library isn't there.
    case library(String)
    /// The server didn't let us in, or isn't there; in the library's words.
    case refused(String)
    case system(call: String, code: Int32)

    var sqlError: SQLError {
        switch self {
        case .library(let reason): SQLError(.cannotOpen, "libpq can't be loaded: \(reason)")
        case .refused(let reason): SQLError(.unavailable, reason)
        case .system(let call, let code): unsafe SQLError(.other, "\(call): \(String(cString: strerror(code)))")
        }
    }
}
