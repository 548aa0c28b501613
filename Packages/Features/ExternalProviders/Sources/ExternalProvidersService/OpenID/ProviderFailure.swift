import HTTPTransportAPI

/// Why a provider couldn't say who somebody is; for logs, with nothing in it that
/// is secret or about a person.
package enum ProviderFailure: Error, Hashable {
    /// It can't be reached, has no time, or doesn't answer in time.
    case unreachable(reason: String)
    /// What it says isn't what a provider says.
    case malfunction(reason: String)
    /// It doesn't take this server for who it is: an operator has to look.
    case clientRefused(reason: String)
    /// It doesn't know the code, or knows it as used.
    case codeRefused
    /// What it says of the person can't be believed.
    case untrusted(reason: String)
    /// The task was cancelled.
    case cancelled

    init(_ error: HTTPTransportError, asking what: String) {
        switch error {
        case .cancelled: self = .cancelled
        case .tooLarge, .invalidResponse: self = .malfunction(reason: "\(what): \(error)")
        default: self = .unreachable(reason: "\(what): \(error)")
        }
    }
}

extension ProviderFailure: CustomStringConvertible {
    /// What logs say.
    package var description: String {
        switch self {
        case .unreachable(let reason): "unreachable: \(reason)"
        case .malfunction(let reason): "malfunction: \(reason)"
        case .clientRefused(let reason): "this server was refused: \(reason)"
        case .codeRefused: "the code was refused"
        case .untrusted(let reason): "not believed: \(reason)"
        case .cancelled: "cancelled"
        }
    }
}
