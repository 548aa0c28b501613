import AtomicFiles
import ConfigurationAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Glibc
import Localization
import PluginKit
import Presenting

/// The providers that operators have set, and what is missing of them.
struct ProvidersInForce: Sendable {
    let configuration: Configuration

    private typealias Keys = ProviderSettings

    /// What everybody would set for a provider of that name.
    private static func usual(_ name: String) -> (issuer: String, title: String)? {
        switch name {
        case "google": (Provider.google, "Google")
        case "apple": (Provider.apple, "Apple")
        case "facebook": (Provider.facebook, "Facebook")
        default: nil
        }
    }

    private var names: [String] {
        let keys = [
            Keys.issuer, Keys.clientID, Keys.clientSecretFile, Keys.title, Keys.teamID, Keys.keyID, Keys.keyFile,
            Keys.appID,
        ]
        return Set(keys.flatMap { configuration.names(of: $0) }).sorted()
    }

    private func issuer(of name: String) -> String? {
        configuration[Keys.issuer.named(name)] ?? Self.usual(name)?.issuer
    }

    // MARK: What is missing

    /// What has to be set, or mustn't be.
    var problems: [any SettingsError] {
        names.flatMap { name -> [any SettingsError] in
            let isApple = issuer(of: name) == Provider.apple, isFacebook = issuer(of: name) == Provider.facebook
            let ofApple = [Keys.teamID, Keys.keyID, Keys.keyFile]
            let needed =
                (issuer(of: name) == nil ? [Keys.issuer] : []) + [Keys.clientID] + (isApple ? ofApple : [])
                + (isFacebook ? [Keys.clientSecretFile] : [])
            let useless = isApple ? [Keys.clientSecretFile] : ofApple
            return needed.map { $0.named(name) }.filter { configuration[$0] == nil }.map { missing($0.name, name) }
                + useless.map { $0.named(name) }.filter { configuration[$0] != nil }.map { superfluous($0.name, name) }
        }
    }

    private func missing(_ key: String, _ name: String) -> UnusableSettings {
        UnusableSettings(
            [key],
            LocalizedText(
                en: "There are settings of the provider \(name), so \(key) is needed. Set it, or remove the others.",
                es: "Hay ajustes del proveedor \(name), así que hace falta \(key). Defínelo o quita los demás."))
    }

    private func superfluous(_ key: String, _ name: String) -> UnusableSettings {
        UnusableSettings(
            [key],
            LocalizedText(
                en: "The provider \(name) has no use for \(key). Remove it.",
                es: "Al proveedor \(name) no le sirve \(key). Quítalo."))
    }

    // MARK: What there is

    /// The providers, by their names in the order of the alphabet; those of which
    /// something is missing are left out.
    func providers(_ cryptography: Cryptography, now: @escaping @Sendable () -> Date) -> [Provider] {
        names.compactMap { name -> Provider? in
            guard let issuer = issuer(of: name), let clientID = configuration[Keys.clientID.named(name)] else {
                return nil
            }
            let title = configuration[Keys.title.named(name)] ?? Self.usual(name)?.title
            return Provider(
                name: name, title: title ?? name.prefix(1).uppercased() + name.dropFirst(), issuer: issuer,
                clientID: clientID, secret: secret(of: name, at: issuer, clientID, cryptography, now),
                appID: configuration[Keys.appID.named(name)])
        }
    }

    private func secret(
        of name: String, at issuer: String, _ clientID: String, _ cryptography: Cryptography,
        _ now: @escaping @Sendable () -> Date
    ) -> (@Sendable () throws -> Secret)? {
        if issuer == Provider.apple {
            guard let teamID = configuration[Keys.teamID.named(name)],
                let keyID = configuration[Keys.keyID.named(name)],
                let keyFile = configuration[Keys.keyFile.named(name)]
            else { return nil }
            return AppleClientSecret(
                teamID: teamID, keyID: keyID, clientID: clientID, keyFile: keyFile, cryptography: cryptography,
                now: now
            ).make
        }
        guard let file = configuration[Keys.clientSecretFile.named(name)] else { return nil }
        return { try Self.secret(in: file) }
    }

    private static func secret(in path: String) throws(FileError) -> Secret {
        guard let data = try AtomicFile(path: path).contents(limit: 4_096) else {
            throw FileError(call: "open", path: path, code: ENOENT)
        }
        return Secret(data.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
    }

    /// What everybody on the machine may read of what proves this server to providers.
    func exposed(among providers: [Provider]) -> [Finding] {
        providers.compactMap { provider in
            let key = (provider.dialect == .apple ? Keys.keyFile : Keys.clientSecretFile).named(provider.name)
            guard let path = configuration[key], AtomicFile(path: path).isOpenToEverybody else { return nil }
            return Finding(
                "secret_exposed",
                LocalizedText(
                    en:
                        "Everybody on this machine may read the secret of the provider \(provider.name), \(path): who has it can "
                        + "pass for this server there. If others work here, replace it at the provider, too.",
                    es:
                        "Cualquiera en esta máquina puede leer el secreto del proveedor \(provider.name), \(path): quien lo tenga "
                        + "puede hacerse pasar allí por este servidor. Si aquí trabajan otros, cámbialo también en el proveedor."
                ),
                remedy: "chmod 600 \(path)")
        }
    }

    /// Those whose files hold nothing to prove oneself with.
    func unreadable(among providers: [Provider]) -> [any SettingsError] {
        providers.compactMap { provider in
            guard let read = provider.secret, (try? read())?.isEmpty ?? true else { return nil }
            let isApple = provider.dialect == .apple
            let key = (isApple ? Keys.keyFile : Keys.clientSecretFile).named(provider.name)
            let path = configuration[key] ?? ""
            return UnusableSettings(
                [key.name],
                isApple ? Self.noKey(provider.name, path, key.name) : Self.noSecret(provider.name, path, key.name))
        }
    }

    private static func noSecret(_ name: String, _ path: String, _ key: String) -> LocalizedText {
        LocalizedText(
            en: "The secret of the provider \(name) can't be read from \(path). Put it into the first line of "
                + "that file, which the server's account may read, or set \(key) to another one.",
            es: "No se puede leer el secreto del proveedor \(name) en \(path). Ponlo en la primera línea de ese "
                + "archivo, que la cuenta del servidor pueda leer, o pon otro en \(key).")
    }

    private static func noKey(_ name: String, _ path: String, _ key: String) -> LocalizedText {
        LocalizedText(
            en: "The key of the provider \(name) can't be read from \(path). Put the file there that Apple gave, as it "
                + "is, which the server's account may read, or set \(key) to another one.",
            es: "No se puede leer la clave del proveedor \(name) en \(path). Pon ahí el archivo que dio Apple, tal "
                + "cual, que la cuenta del servidor pueda leer, o pon otro en \(key).")
    }
}
