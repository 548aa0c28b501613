import AtomicFiles
import ConfigurationAPI
import CoreModels
import FoundationEssentials
import Glibc
import HTTPServingAPI
import Localization
import Presenting

/// The providers as operators set them.
enum ProviderSettings {
    static let issuer = ConfigurationKey<String?>(
        "providers.NAME.issuer", default: nil,
        allowed: .matching(
            LocalizedText(
                en: "the address of a provider with https://, or http:// on this machine, without a query",
                es: "la dirección de un proveedor con https://, o http:// en esta máquina, sin consulta")
        ) { $0.map(Provider.isIssuer) ?? true },
        summary: LocalizedText(
            en: "The provider as it calls itself, by OpenID Connect",
            es: "El proveedor como se llama a sí mismo, por OpenID Connect"),
        detail: "NAME is a word of yours, such as `acme`; with `google` it needs no issuer. Byte for byte as in its "
            + "discovery document. The redirect address to register there is `/sign-in/from/NAME` below "
            + "`server.public_url`.")

    static let clientID = ConfigurationKey<String?>(
        "providers.NAME.client_id", default: nil,
        allowed: .matching(LocalizedText(en: "1 to 512 characters of ASCII", es: "de 1 a 512 caracteres ASCII")) {
            $0.map { (1...512).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x21..<0x7F).contains($0) } } ?? true
        },
        summary: LocalizedText(
            en: "Who this server is at the provider", es: "Quién es este servidor para el proveedor"))

    static let clientSecretFile = ConfigurationKey<String?>(
        "providers.NAME.client_secret_file", default: nil,
        summary: LocalizedText(
            en: "The file with what this server proves itself with there",
            es: "El archivo con lo que este servidor se identifica allí"),
        detail: "Its first line, read whenever it is needed. A client without a secret has none.")

    static let title = ConfigurationKey<String?>(
        "providers.NAME.title", default: nil,
        allowed: .matching(LocalizedText(en: "1 to 40 characters", es: "de 1 a 40 caracteres")) {
            $0.map { ReadableText.composed($0) == $0 && $0.count <= 40 && ReadableText.isHarmless($0, inLines: false) }
                ?? true
        },
        summary: LocalizedText(
            en: "How people call the provider", es: "Cómo llama la gente al proveedor"),
        detail: "NAME with a capital where nothing is said.")

    static let section = ConfigurationSection(
        LocalizedText(en: "Providers", es: "Proveedores"), issuer, clientID, clientSecretFile, title, check: problems)

    /// What everybody would set for a provider of that name.
    private static func usual(_ name: String) -> (issuer: String, title: String)? {
        switch name {
        case "google": ("https://accounts.google.com", "Google")
        default: nil
        }
    }

    private static func names(in configuration: Configuration) -> [String] {
        let all = [issuer, clientID, clientSecretFile, title].flatMap { configuration.names(of: $0) }
        return Set(all).sorted()
    }

    /// What is missing.
    private static func problems(_ configuration: Configuration) -> [any SettingsError] {
        names(in: configuration).flatMap { name -> [any SettingsError] in
            let known = usual(name) != nil || configuration[issuer.named(name)] != nil
            return (known ? [] : [missing(issuer.named(name).name, name)])
                + (configuration[clientID.named(name)] == nil ? [missing(clientID.named(name).name, name)] : [])
        }
    }

    private static func missing(_ key: String, _ name: String) -> UnusableSettings {
        UnusableSettings(
            [key],
            LocalizedText(
                en: "There are settings of the provider \(name), so \(key) is needed. Set it, or remove the others.",
                es: "Hay ajustes del proveedor \(name), así que hace falta \(key). Defínelo o quita los demás."))
    }

    /// The providers, by their names in the order of the alphabet; those of which
    /// something is missing are left out.
    static func providers(in configuration: Configuration) -> [Provider] {
        names(in: configuration).compactMap { name -> Provider? in
            let usual = usual(name)
            guard let issuer = configuration[issuer.named(name)] ?? usual?.issuer,
                let clientID = configuration[clientID.named(name)]
            else { return nil }
            let file = configuration[clientSecretFile.named(name)]
            let shown =
                configuration[title.named(name)] ?? usual?.title ?? name.prefix(1).uppercased() + name.dropFirst()
            let read: (@Sendable () throws -> Secret)? = if let file { { try secret(in: file) } } else { nil }
            return Provider(name: name, title: shown, issuer: issuer, clientID: clientID, secret: read)
        }
    }

    private static func secret(in path: String) throws(FileError) -> Secret {
        guard let data = try AtomicFile(path: path).contents(limit: 4_096) else {
            throw FileError(call: "open", path: path, code: ENOENT)
        }
        return Secret(data.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
    }

    /// The files that can't be read.
    static func unreadable(in configuration: Configuration) -> [any SettingsError] {
        configuration.names(of: clientSecretFile).compactMap { name in
            let key = clientSecretFile.named(name)
            guard let path = configuration[key], (try? secret(in: path))?.isEmpty ?? true else { return nil }
            return UnusableSettings(
                [key.name],
                LocalizedText(
                    en: "The secret of the provider \(name) can't be read from \(path). Put it into the first line of "
                        + "that file, which the server's account may read, or set \(key.name) to another one.",
                    es:
                        "No se puede leer el secreto del proveedor \(name) en \(path). Ponlo en la primera línea de ese "
                        + "archivo, que la cuenta del servidor pueda leer, o pon otro en \(key.name)."))
        }
    }
}
