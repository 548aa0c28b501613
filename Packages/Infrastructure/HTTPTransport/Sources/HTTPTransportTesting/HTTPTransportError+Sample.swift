public import HTTPTransportAPI
import Localization
import Presenting

extension HTTPTransportError {
    /// Credentials that are locked away, with a text of its own in each
    /// language.
    public static let credentialsUnavailable = HTTPTransportError.credentialsUnavailable(
        Obstacle(code: "vault_wrong_key", LocalizedText(en: "The vault is locked.", es: "La caja fuerte no se abre.")))
}
