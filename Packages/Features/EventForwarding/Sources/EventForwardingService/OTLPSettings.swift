import ConfigurationAPI
import Localization

/// What operators set of the collector that speaks OTLP.
enum OTLPSettings {
    static let url = ConfigurationKey<ReceiverAddress?>(
        "metrics.forward.otlp.url", default: nil,
        summary: LocalizedText(
            en: "Where security events are sent as logs of OpenTelemetry",
            es: "Adónde se envían los sucesos de seguridad como registros de OpenTelemetry"),
        detail: "All of the address, which most often ends in `/v1/logs`; OTLP over HTTP, in JSON.")

    static let headersFile = ConfigurationKey<String?>(
        "metrics.forward.otlp.headers_file", default: nil,
        summary: LocalizedText(
            en: "The file with what the collector wants to be asked with",
            es: "El archivo con lo que el recolector exige en cada petición"),
        detail: "One header field a line, such as `Authorization: Bearer …`. Read whenever it is needed.")

    static let personal = ConfigurationKey(
        "metrics.forward.otlp.personal", default: false,
        summary: LocalizedText(
            en: "Whether the collector gets personal data", es: "Si el recolector recibe datos personales"),
        detail: "[What that is](features/forwarding.md#nothing-personal).")

    static let section = ConfigurationSection(
        LocalizedText(en: "Forwarding to OpenTelemetry", es: "Reenvío a OpenTelemetry"), url, headersFile, personal
    ) { configuration in
        guard configuration[url] == nil, configuration[headersFile] != nil else { return [] }
        return [UnusableSettings.missing(url.name, beside: headersFile.name)]
    }
}
