import CryptographyAPI
import HTTPServingAPI
import Localization
import SQLStoreAPI
import ServerKeysAPI
import SessionsServiceAPI

extension SessionsError {
    /// Describes what a part of the server threw; none of them holds a
    /// credential.
    init(_ error: any Error) {
        switch error {
        case let error as SessionsError: self = error
        case let problem as HTTPProblem: self = .proofRefused(problem)
        case let error as SQLError where error.code == .cancelled: self = .cancelled
        case let error as SQLError: self = .unavailable(reason: error.description)
        case let error as ServerKeyError: self = .unavailable(reason: error.text.english)
        case CryptographyError.cancelled, is CancellationError: self = .cancelled
        default: self = .unavailable(reason: "\(error)")
        }
    }
}
