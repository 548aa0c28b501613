import CaptchaService
import ConfigurationAPI
import CoreModels
import FoundationEssentials
import Localization

/// The keys by which the CAPTCHA is configured, and what follows from them.
enum CaptchaSettings {
    /// Who tells people from machines.
    enum Provider: String, CaseIterable, Sendable {
        case proofOfWork = "proof_of_work"
        case reCAPTCHA = "recaptcha"
        case hCaptcha = "hcaptcha"
        case turnstile

        /// Whom to ask; nil where nobody is asked.
        fileprivate var address: String? {
            switch self {
            case .proofOfWork: nil
            case .reCAPTCHA: "https://www.google.com/recaptcha/api/siteverify"
            case .hCaptcha: "https://api.hcaptcha.com/siteverify"
            case .turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify"
            }
        }
    }

    static let provider = ConfigurationKey(
        "captcha.provider", default: Choice(Provider.proofOfWork),
        summary: LocalizedText(en: "Who tells people from machines", es: "Quién distingue personas de máquinas"))

    static let siteKey = ConfigurationKey<String?>(
        "captcha.site_key", default: nil,
        summary: LocalizedText(
            en: "The public key that the provider gave", es: "La clave pública que dio el proveedor"))

    static let secret = ConfigurationKey<Secret?>(
        "captcha.secret", default: nil,
        summary: LocalizedText(
            en: "The secret that the provider gave; better in the environment than in a flag",
            es: "El secreto que dio el proveedor; mejor en el entorno que en una opción"))

    static let declarations: [ConfigurationDeclaration] = [
        provider.declaration, siteKey.declaration, secret.declaration,
    ]

    /// The keys that the provider needs and that aren't set.
    static func missing(_ configuration: Configuration) -> [String] {
        guard configuration[provider].option.address != nil else { return [] }
        return (configuration[siteKey] == nil ? [siteKey.name] : [])
            + (configuration[secret] == nil ? [secret.name] : [])
    }

    /// Whom to ask; nil for the server's own CAPTCHA.
    static func provider(_ configuration: Configuration) throws(CaptchaConfigurationError) -> CaptchaProvider? {
        let choice = configuration[provider].option
        guard let address = choice.address.flatMap({ URL(string: $0) }) else { return nil }
        guard let siteKey = configuration[siteKey] else { throw CaptchaConfigurationError(missing: siteKey.name) }
        guard let secret = configuration[secret] else { throw CaptchaConfigurationError(missing: secret.name) }
        return CaptchaProvider(name: choice.rawValue, address: address, siteKey: siteKey, secret: secret)
    }
}

/// A provider is configured, and something that it needs isn't.
struct CaptchaConfigurationError: Error {
    let missing: String

    var text: LocalizedText {
        LocalizedText(
            en: "captcha.provider is one of somebody else's, so \(missing) is needed. Set it, or set captcha.provider "
                + "to proof_of_work.",
            es: "captcha.provider es de un tercero, así que hace falta \(missing). Defínelo, o pon captcha.provider "
                + "en proof_of_work.")
    }
}
