import ConfigurationAPI
import CoreModels
import FoundationEssentials
import Localization

/// What operators set of Google Analytics 4, which apps of Firebase report to.
enum GA4Settings {
    static let stream = ConfigurationKey<GA4Stream?>(
        "metrics.forward.ga4.stream", default: nil,
        summary: LocalizedText(
            en: "The app of Firebase, or the web stream of Google Analytics, that gets security events",
            es: "La app de Firebase, o el flujo web de Google Analytics, que recibe los sucesos de seguridad"),
        detail:
            "Counted there, with nothing about anybody. [How](features/forwarding.md#firebase-and-google-analytics).")

    static let instance = ConfigurationKey<String?>(
        "metrics.forward.ga4.instance", default: nil,
        summary: LocalizedText(
            en: "Which installation of the app, or client, the events are counted to",
            es: "A qué instalación de la app, o cliente, se cuentan los sucesos"),
        detail: "Its `app_instance_id`, 32 hexadecimal digits from Firebase's SDK; for the web any `client_id`.")

    static let secretFile = ConfigurationKey<String?>(
        "metrics.forward.ga4.secret_file", default: nil,
        summary: LocalizedText(
            en: "The file with the stream's secret of the Measurement Protocol",
            es: "El archivo con el secreto del flujo para el protocolo de medición"),
        detail: "One line. Read whenever it is needed.")

    static let url = ConfigurationKey(
        "metrics.forward.ga4.url", default: ReceiverAddress.analytics,
        summary: LocalizedText(
            en: "Where the Measurement Protocol is spoken", es: "Dónde se habla el protocolo de medición"),
        detail: "`https://region1.google-analytics.com/mp/collect` stays in the European Union. "
            + "`https://www.google-analytics.com/debug/mp/collect` counts nothing, and the log says what it finds wrong."
    )

    static let section = ConfigurationSection(
        LocalizedText(en: "Forwarding to Google Analytics", es: "Reenvío a Google Analytics"), stream, instance,
        secretFile, url
    ) { configuration in
        let others = [instance, secretFile]
        guard let chosen = configuration[stream] else {
            let first = others.first { configuration[$0] != nil }
            return first.map { [UnusableSettings.missing(stream.name, beside: $0.name)] } ?? []
        }
        if let absent = others.first(where: { configuration[$0] == nil }) {
            return [UnusableSettings.missing(absent.name, beside: stream.name)]
        }
        if configuration[url]?.url.query() != nil { return [unusableAddress] }
        return configuration[instance].map(chosen.takes) == false ? [unusableInstance] : []
    }

    private static let unusableAddress = UnusableSettings(
        [url.name],
        LocalizedText(
            en: "\(url.name) has a query, which the server writes itself. Remove what begins with ?.",
            es: "\(url.name) lleva una consulta, que escribe el propio servidor. Quita lo que empieza por ?."))

    private static let unusableInstance = UnusableSettings(
        [instance.name, stream.name],
        LocalizedText(
            en:
                "\(instance.name) can't be counted to. For an app set 32 hexadecimal digits, as Firebase's SDK says them "
                + "(getAppInstanceId), for the web up to 100 visible characters of ASCII.",
            es:
                "No se puede contar a \(instance.name). Para una app pon 32 cifras hexadecimales, como las dice el SDK de "
                + "Firebase (getAppInstanceId); para la web, hasta 100 caracteres visibles de ASCII."))
}

extension ReceiverAddress {
    /// Google's own.
    fileprivate static let analytics = ReceiverAddress("https://www.google-analytics.com/mp/collect")
}

extension SecretFile {
    /// The stream's secret in its only line; nil if there is none.
    func readAPISecret() -> Secret? {
        let lines = lines()
        guard lines.count == 1 else { return nil }
        let isOne = lines[0].withText { text in
            text.map { (8...128).contains($0.utf8.count) && $0.utf8.allSatisfy(GA4Stream.isWord) } ?? false
        }
        return isOne ? lines[0] : nil
    }

    /// What is wrong with the file of a stream's secret; nil if nothing is.
    var problemOfAPISecret: UnusableSettings? {
        guard readAPISecret() == nil else { return nil }
        let key = GA4Settings.secretFile.name
        return UnusableSettings(
            [key],
            LocalizedText(
                en:
                    "The secret of the Measurement Protocol can't be read from \(path). Put the one line into that file that "
                    + "Google Analytics shows for the stream (Measurement Protocol API secrets), which the server's account "
                    + "may read, or set \(key) to another one.",
                es:
                    "No se puede leer el secreto del protocolo de medición en \(path). Pon en ese archivo la línea que Google "
                    + "Analytics muestra para el flujo (secretos de la API del protocolo de medición), que la cuenta del "
                    + "servidor pueda leer, o pon otro en \(key)."))
    }
}
