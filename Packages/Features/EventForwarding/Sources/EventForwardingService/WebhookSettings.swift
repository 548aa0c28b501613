import ConfigurationAPI
import Localization

/// What operators set of the webhook.
enum WebhookSettings {
    static let url = ConfigurationKey<ReceiverAddress?>(
        "metrics.forward.webhook.url", default: nil,
        summary: LocalizedText(
            en: "Where security events are posted as signed JSON",
            es: "Adónde se envían los sucesos de seguridad como JSON firmado"),
        detail: "Signed as [Standard Webhooks](features/forwarding.md#a-signed-webhook) are.")

    static let secretFile = ConfigurationKey<String?>(
        "metrics.forward.webhook.secret_file", default: nil,
        summary: LocalizedText(
            en: "The file with the secrets that sign what the webhook gets",
            es: "El archivo con los secretos que firman lo que recibe el webhook"),
        detail:
            "One to four lines, each `whsec_` and 24 to 64 random bytes in Base64; all of them sign. Read whenever it is "
            + "needed.")

    static let personal = ConfigurationKey(
        "metrics.forward.webhook.personal", default: false,
        summary: LocalizedText(
            en: "Whether the webhook gets personal data", es: "Si el webhook recibe datos personales"),
        detail: "[What that is](features/forwarding.md#nothing-personal).")

    static let section = ConfigurationSection(
        LocalizedText(en: "Forwarding to a webhook", es: "Reenvío a un webhook"), url, secretFile, personal
    ) { configuration in
        let hasAddress = configuration[url] != nil, hasSecret = configuration[secretFile] != nil
        guard hasAddress != hasSecret else { return [] }
        return [
            hasAddress
                ? UnusableSettings.missing(secretFile.name, beside: url.name)
                : UnusableSettings.missing(url.name, beside: secretFile.name)
        ]
    }
}
