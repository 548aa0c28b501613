public import CoreModels
public import Localization
public import Presenting

/// Loads the account of the person who is logged in.
///
/// Any number of calls may run at once.
public protocol AccountLoading: Sendable {
    /// Asks the server for the account.
    ///
    /// - Throws: ``AccountLoadingError``, each case for what it says.
    func loadAccount() async throws(AccountLoadingError) -> User
}

/// Why the account could not be loaded.
public enum AccountLoadingError: Error, Hashable, Sendable {
    /// Nobody is logged in, or the session is over.
    case notLoggedIn
    /// The server could not be reached, or did not answer in time; the text
    /// says what to do about it.
    case connectivity(LocalizedText)
    /// The request can't be made as things are on this device: its credentials
    /// can't be read, or the address isn't safe. Nothing was sent; the code is a
    /// stable word for scripts, and the text says what to do.
    case impossible(Obstacle)
    /// The server answered with an error.
    case server(status: Int)
    /// The server's answer is not an account.
    case unreadableAnswer
    /// The task was cancelled.
    case cancelled

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .notLoggedIn: LocalizedText(en: "You are not logged in.", es: "No has iniciado sesión.")
        case .connectivity(let text): text
        case .impossible(let obstacle): obstacle.text
        case .server(let status):
            LocalizedText(
                en: "The server answered with an error (\(status)).",
                es: "El servidor respondió con un error (\(status)).")
        case .unreadableAnswer:
            LocalizedText(en: "The server's answer can't be read.", es: "No se entiende la respuesta del servidor.")
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }
}
