import AtomicFiles
public import ConfigurationAPI
import Glibc
import Localization

/// What operators set of a database elsewhere.
package enum DatabaseSection {
    package static let url = ConfigurationKey<String?>(
        "database.url", default: nil,
        summary: LocalizedText(
            en: "A PostgreSQL database to use in place of the file in the data folder",
            es: "Una base de datos PostgreSQL que usar en lugar del archivo de la carpeta de datos"),
        detail:
            "Such as postgresql://USER@HOST:5432/DATABASE, without a password. Beyond this machine the connection is "
            + "protected by TLS, and the server's certificate is verified (verify-full).")

    package static let passwordFile = ConfigurationKey<String?>(
        "database.password_file", default: nil,
        summary: LocalizedText(
            en: "A file whose first line is the password of that database's user",
            es: "Un archivo cuya primera línea es la contraseña del usuario de esa base de datos"),
        detail: "It is read for each connection.")

    package static let connections = ConfigurationKey(
        "database.connections", default: 16, allowed: .range(2...500),
        summary: LocalizedText(
            en: "How many connections to it there are at most", es: "Cuántas conexiones con ella hay como máximo"),
        detail: "One more hears what other servers signal.")

    package static let section = ConfigurationSection(
        LocalizedText(en: "Database elsewhere", es: "Base de datos en otro lugar"), url, passwordFile, connections,
        check: problems)

    private static func problems(of configuration: Configuration) -> [any SettingsError] {
        guard configuration[url] != nil else { return [] }
        do throws(UnusableSettings) {
            _ = try PostgresSettings(configuration)
        } catch {
            return [error]
        }
        guard let path = configuration[passwordFile], unsafe access(path, R_OK) != 0 else { return [] }
        let reason = SystemReason(errno).text
        return [
            UnusableSettings(
                [passwordFile.name],
                LocalizedText(
                    en:
                        "\(passwordFile.name) names \(path), which can't be read (\(reason.english)). Name another file, or "
                        + "make it readable.",
                    es:
                        "\(passwordFile.name) nombra \(path), que no se puede leer (\(reason.spanish)). Indica otro archivo o "
                        + "hazlo legible."))
        ]
    }
}

extension PostgresSettings {
    /// Whether operators have chosen a database elsewhere.
    public static func areChosen(in configuration: Configuration) -> Bool { configuration[DatabaseSection.url] != nil }

    /// The settings as operators have chosen them.
    ///
    /// - Throws: `UnusableSettings` if there is no such database.
    public init(_ configuration: Configuration) throws(UnusableSettings) {
        do throws(PostgresAddressError) {
            try self.init(
                url: configuration[DatabaseSection.url] ?? "",
                passwordFile: configuration[DatabaseSection.passwordFile],
                connections: configuration[DatabaseSection.connections])
        } catch {
            let name = DatabaseSection.url.name
            throw UnusableSettings(
                [name],
                LocalizedText(en: "\(name) can't be used.", es: "\(name) no sirve.") + error.text)
        }
    }
}
