package import ConfigurationAPI
import FoundationEssentials
import HTTPServingAPI
import Localization

/// What operators set of the metrics.
package enum MetricsSettings {
    package static let readers = ConfigurationKey<[String]>(
        "metrics.readers", default: ["127.0.0.0/8", "::1"],
        allowed: .matching(
            LocalizedText(en: "addresses or networks, such as 10.0.0.0/8", es: "direcciones o redes, como 10.0.0.0/8")
        ) { $0.allSatisfy { IPNetwork($0) != nil } },
        summary: LocalizedText(en: "From where /metrics may be read", es: "Desde dónde se puede leer /metrics"),
        detail: "For others it is not there (404).")

    package static let hosts = ConfigurationKey<[String]>(
        "metrics.hosts", default: [],
        summary: LocalizedText(
            en: "Further names of the server under which /metrics may be read",
            es: "Otros nombres del servidor con los que se puede leer /metrics"),
        detail: "Beside addresses, `localhost`, and the hosts of `server.public_url` and `server.listen`.")

    static let section = ConfigurationSection(LocalizedText(en: "Metrics", es: "Métricas"), readers, hosts)

    /// How the configuration calls this server, in small letters.
    static func names(in configuration: Configuration) -> Set<String> {
        let names =
            configuration[hosts]
            + [
                configuration[HTTPServingSection.publicURL]?.host(),
                ListenAddress(configuration[HTTPServingSection.listen])?.host,
            ].compactMap { $0 }
        return Set(names.map { $0.lowercased() })
    }
}
