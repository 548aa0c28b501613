import AtomicFiles
import ConfigurationAPI
import FoundationEssentials
import Localization

/// Files in PEM that an operator has set, which are read for each connection.
struct CertificateFiles: Sendable {
    private static let limit = 4 * 1_024 * 1_024

    /// The paths, each with the name of its setting.
    let files: [(key: String, path: String)]

    init(_ keys: [ConfigurationKey<String?>], in configuration: Configuration) {
        files = keys.compactMap { key in configuration[key].map { (key.name, $0) } }
    }

    /// What is wrong with one of them; nil if nothing is.
    var problem: UnusableSettings? {
        let broken = files.first { _, path in
            guard let content = try? AtomicFile(path: path).contents(limit: Self.limit) else { return true }
            return content.firstRange(of: Data("-----BEGIN ".utf8)) == nil
        }
        return broken.map { key, path in
            UnusableSettings(
                [key],
                LocalizedText(
                    en:
                        "\(key) names \(path), which can't be read or isn't PEM. Name another file, or make it readable "
                        + "for the server's account.",
                    es: "\(key) nombra \(path), que no se puede leer o no es PEM. Indica otro archivo, o hazlo legible "
                        + "para la cuenta del servidor."))
        }
    }
}
