import CaptchaService
import ConfigurationAPI
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportCurl
import Localization
import PluginKit

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

    /// The provider and what asks it; nil for the server's own CAPTCHA.
    static func provider(
        _ host: PluginHost, _ configuration: Configuration
    ) throws(PluginHostError) -> () throws -> (CaptchaProvider, any HTTPTransport)? {
        let choice = configuration[provider].option
        guard let address = choice.address.flatMap({ URL(string: $0) }) else { return { nil } }
        let transport = try host.install(HTTPTransportPlugin.self, .init(userAgent: "essentiald"))
        return {
            guard let siteKey = configuration[siteKey] else { throw CaptchaConfigurationError(missing: siteKey.name) }
            guard let secret = configuration[secret] else { throw CaptchaConfigurationError(missing: secret.name) }
            return (
                CaptchaProvider(name: choice.rawValue, address: address, siteKey: siteKey, secret: secret),
                try transport.exports.transport
            )
        }
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
