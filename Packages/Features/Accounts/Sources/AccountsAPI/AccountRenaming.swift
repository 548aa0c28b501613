public import CoreModels
public import Localization
public import Presenting

/// Changes the name under which the person who is logged in appears.
///
/// Calls may run at the same time. Nothing waits for a connection.
public protocol AccountRenaming: Sendable {
    /// Changes the name, also in what is published already.
    ///
    /// - Parameter name: The name as it was typed.
    /// - Returns: The account with its new name.
    /// - Throws: ``AccountRenamingError``; the name before stays.
    func rename(to name: String) async throws(AccountRenamingError) -> User
}

/// Why a name could not be changed.
public enum AccountRenamingError: Error, Hashable, Sendable {
    /// What was typed is no name; nothing was sent.
    case unacceptable(PersonName.Problem)
    /// A code that was typed elsewhere let this device in, and nobody proved here who they
    /// are.
    case notProved
    /// The server could not be asked, or didn't do it.
    case failed(AccountLoadingError)
}

extension AccountRenamingError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .unacceptable(.empty): "empty_name"
        case .unacceptable(.unfit): "invalid_name"
        case .unacceptable(.reserved): "reserved_name"
        case .notProved: "insufficient_user_authentication"
        case .failed(let error): error.code
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .unacceptable: .input
        case .notProved: .credentials
        case .failed(let error): error.nature
        }
    }

    /// What happened.
    public var text: LocalizedText {
        switch self {
        case .unacceptable(.empty): LocalizedText(en: "Type your name.", es: "Escribe tu nombre.")
        case .unacceptable(.unfit):
            LocalizedText(
                en: "A name has at most \(PersonName.maximumLength) characters, "
                    + "few marks on each letter, and no control or unseen characters.",
                es: "Un nombre tiene como máximo \(PersonName.maximumLength) caracteres, "
                    + "pocas marcas en cada letra y ninguno de control ni invisible.")
        case .unacceptable(.reserved):
            LocalizedText(
                en: "That is a name of Essential itself, or what it says of people. Choose another name.",
                es: "Es un nombre de Essential mismo, o lo que dice de las personas. Elige otro nombre.")
        case .notProved:
            LocalizedText(
                en: "This device was let in by a code that was typed elsewhere. Log in once more on it, so that nobody "
                    + "else does this.",
                es:
                    "Este dispositivo entró con un código escrito en otro lugar. Inicia sesión otra vez en él, para que "
                    + "nadie más haga esto.")
        case .failed(let error): error.text
        }
    }

    /// That the name is as it was.
    public var remark: LocalizedText? {
        let same = LocalizedText(en: "Your name is as it was.", es: "Tu nombre sigue igual.")
        switch self {
        case .unacceptable: return nil
        case .notProved: return same
        case .failed(let error): return error.remark.map { same + $0 } ?? same
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .unacceptable: []
        case .notProved: [.logIn, .logInByBrowser, .useServerPages]
        case .failed(let error): error.nextSteps
        }
    }
}
