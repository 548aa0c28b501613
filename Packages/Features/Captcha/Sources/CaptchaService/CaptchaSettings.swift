package import ConfigurationAPI
package import CoreModels
import FoundationEssentials
import Localization

/// The keys by which the CAPTCHA is configured, and what follows from them.
package enum CaptchaSettings {
    /// Who tells people from machines.
    package enum Provider: String, CaseIterable, ConfigurationValue {
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

    package static let provider = ConfigurationKey(
        "captcha.provider", default: Provider.proofOfWork,
        summary: LocalizedText(en: "Who tells people from machines", es: "Quién distingue personas de máquinas"),
        detail: "The first needs nobody else; the others a site key and a secret, and clients in a browser.")

    package static let siteKey = ConfigurationKey<String?>(
        "captcha.site_key", default: nil,
        summary: LocalizedText(
            en: "The public key that the provider gave", es: "La clave pública que dio el proveedor"))

    package static let secret = ConfigurationKey<Secret?>(
        "captcha.secret", default: nil,
        summary: LocalizedText(
            en: "The secret that the provider gave; better in the environment than in a flag",
            es: "El secreto que dio el proveedor; mejor en el entorno que en una opción"),
        detail: "A flag is seen by everybody on the machine.")

    package static let section = ConfigurationSection(
        LocalizedText(verbatim: "CAPTCHA"), provider, siteKey, secret
    ) { configuration in
        guard configuration[provider].address != nil else { return [] }
        let missing =
            (configuration[siteKey] == nil ? [siteKey.name] : []) + (configuration[secret] == nil ? [secret.name] : [])
        return missing.map(needed)
    }

    fileprivate static func needed(_ key: String) -> UnusableSettings {
        UnusableSettings(
            [provider.name, key],
            LocalizedText(
                en: "captcha.provider is one of somebody else's, so \(key) is needed. Set it, or set captcha.provider "
                    + "to proof_of_work.",
                es: "captcha.provider es de un tercero, así que hace falta \(key). Defínelo, o pon captcha.provider "
                    + "en proof_of_work."))
    }
}

extension CaptchaProvider {
    /// Whom operators have chosen; nil for the server's own CAPTCHA.
    ///
    /// - Throws: `UnusableSettings` for one without its keys.
    package init?(_ configuration: Configuration) throws(UnusableSettings) {
        let choice = configuration[CaptchaSettings.provider]
        guard let address = choice.address.flatMap({ URL(string: $0) }) else { return nil }
        guard let siteKey = configuration[CaptchaSettings.siteKey] else {
            throw CaptchaSettings.needed(CaptchaSettings.siteKey.name)
        }
        guard let secret = configuration[CaptchaSettings.secret] else {
            throw CaptchaSettings.needed(CaptchaSettings.secret.name)
        }
        self.init(name: choice.rawValue, address: address, siteKey: siteKey, secret: secret)
    }
}
