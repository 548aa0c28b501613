import AccountsServiceAPI
import CryptographyAPI
import Localization
import SQLStoreAPI
import ServerKeysAPI

extension AccountsError {
    /// Describes what a part of the server threw; none of them holds a
    /// password, a hash or an address.
    init(_ error: any Error) {
        switch error {
        case let error as AccountsError: self = error
        case let error as SQLError where error.code == .uniqueViolation: self = .emailTaken
        case let error as SQLError where error.code == .cancelled: self = .cancelled
        case let error as SQLError: self = .unavailable(reason: error.description)
        case let error as ServerKeyError: self = .unavailable(reason: error.text.english)
        case CryptographyError.overloaded: self = .overloaded
        case CryptographyError.cancelled, is CancellationError: self = .cancelled
        default: self = .unavailable(reason: "\(error)")
        }
    }
}
