public import CoreModels
public import FoundationEssentials
public import Localization
public import Presenting

/// Deletes the account of the person who is logged in.
///
/// Nothing waits for a connection.
public protocol AccountDeleting: Sendable {
    /// Has the server delete the account after some days, in which whoever logs in takes it
    /// back. All sessions end, and what this device keeps of the person goes at once.
    ///
    /// - Parameter person: Whose account it is: whoever was asked. If somebody else has logged
    ///   in on this device meanwhile, nothing is done.
    /// - Returns: When the account is gone.
    /// - Throws: ``AccountDeletionError``.
    func deleteAccount(of person: UserID) async throws(AccountDeletionError) -> Date
}

/// Why an account could not be deleted.
public enum AccountDeletionError: Error, Hashable, Sendable {
    /// The person has to prove once more who they are; nothing was done.
    case notRecent
    /// Too many have asked from this network; nothing was done.
    case tooMany(retryAfter: Duration?)
    /// The server could not be asked, or didn't do it.
    case failed(AccountLoadingError)
}

extension AccountDeletionError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .notRecent: "insufficient_user_authentication"
        case .tooMany: "too_many_requests"
        case .failed(let error): error.code
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .notRecent: .credentials
        case .tooMany: .refused
        case .failed(let error): error.nature
        }
    }

    /// What happened.
    public var text: LocalizedText {
        switch self {
        case .notRecent:
            LocalizedText(
                en: "To delete the account takes a recent proof of who you are. Nothing was done.",
                es: "Eliminar la cuenta exige una prueba reciente de quién eres. No se hizo nada.")
        case .tooMany:
            LocalizedText(
                en: "Too many requests. Nothing was done; try again later.",
                es: "Demasiadas peticiones. No se hizo nada; inténtalo más tarde.")
        case .failed(let error): error.text
        }
    }

    /// What was kept or left as it was.
    public var remark: LocalizedText? {
        guard case .failed(let error) = self else { return nil }
        switch error {
        case .connectivity, .server, .unreadableAnswer, .cancelled:
            return LocalizedText(
                en:
                    "If the request was already on its way, the account may be deleted already: a message to your address "
                    + "says so then.",
                es: "Si la petición ya estaba en camino, puede que la cuenta ya se elimine: un mensaje a tu dirección "
                    + "lo dice.")
        case .notLoggedIn, .impossible: return error.remark
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notRecent: [.logIn]
        case .tooMany: []
        case .failed(let error): error.nextSteps
        }
    }
}
