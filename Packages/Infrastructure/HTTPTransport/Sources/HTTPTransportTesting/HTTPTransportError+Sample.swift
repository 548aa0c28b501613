public import HTTPTransportAPI
import Localization

extension HTTPTransportError {
    /// Credentials that are locked away, with a text of its own in each
    /// language.
    public static let credentialsUnavailable = HTTPTransportError.credentialsUnavailable(
        code: "vault_wrong_key", text: LocalizedText(en: "The vault is locked.", es: "La caja fuerte no se abre."))
}
