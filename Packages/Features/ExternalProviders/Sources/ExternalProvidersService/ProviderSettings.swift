import ConfigurationAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import Localization

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
        detail:
            "NAME is a word of yours, such as `acme`; with `google`, `apple` and `facebook` it needs no issuer. Byte "
            + "for byte as in its discovery document. The redirect address to register there is `/sign-in/from/NAME` below "
            + "`server.public_url`.")

    static let clientID = ConfigurationKey<String?>(
        "providers.NAME.client_id", default: nil,
        allowed: .matching(LocalizedText(en: "1 to 512 characters of ASCII", es: "de 1 a 512 caracteres ASCII")) {
            $0.map(isClient) ?? true
        },
        summary: LocalizedText(
            en: "Who this server is at the provider", es: "Quién es este servidor para el proveedor"))

    static let clientSecretFile = ConfigurationKey<String?>(
        "providers.NAME.client_secret_file", default: nil,
        summary: LocalizedText(
            en: "The file with what this server proves itself with there",
            es: "El archivo con lo que este servidor se identifica allí"),
        detail:
            "Its first line, read whenever it is needed. A client without a secret has none; Apple's has a key instead."
    )

    static let title = ConfigurationKey<String?>(
        "providers.NAME.title", default: nil,
        allowed: .matching(LocalizedText(en: "1 to 40 characters", es: "de 1 a 40 caracteres")) {
            $0.map { ReadableText.composed($0) == $0 && $0.count <= 40 && ReadableText.isLabel($0) }
                ?? true
        },
        summary: LocalizedText(
            en: "How people call the provider", es: "Cómo llama la gente al proveedor"),
        detail: "NAME with a capital where nothing is said.")

    static let teamID = ConfigurationKey<String?>(
        "providers.NAME.team_id", default: nil, allowed: .matching(identifierText) { $0.map(isIdentifier) ?? true },
        summary: LocalizedText(
            en: "The team to which this server belongs at Apple",
            es: "El equipo al que pertenece este servidor en Apple"))

    static let keyID = ConfigurationKey<String?>(
        "providers.NAME.key_id", default: nil, allowed: .matching(identifierText) { $0.map(isIdentifier) ?? true },
        summary: LocalizedText(
            en: "How Apple calls the key of this server", es: "Cómo llama Apple a la clave de este servidor"))

    static let keyFile = ConfigurationKey<String?>(
        "providers.NAME.key_file", default: nil,
        summary: LocalizedText(
            en: "The file with the key with which this server proves itself at Apple",
            es: "El archivo con la clave con la que este servidor se identifica en Apple"),
        detail: "As Apple gives it, `AuthKey_….p8`; read whenever it is needed.")

    static let appID = ConfigurationKey<String?>(
        "providers.NAME.app_id", default: nil,
        allowed: .matching(LocalizedText(en: "1 to 512 characters of ASCII", es: "de 1 a 512 caracteres ASCII")) {
            $0.map(isClient) ?? true
        },
        summary: LocalizedText(
            en: "To whom the provider addresses what it tells, where that isn't the client",
            es: "A quién dirige el proveedor lo que comunica, si no es el cliente"),
        detail: "Apple's primary App ID. What is addressed to the client is taken as well.")

    private static let identifierText = LocalizedText(
        en: "1 to 32 letters and digits", es: "de 1 a 32 letras y cifras")

    private static func isIdentifier(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: false
                }
            }
    }

    private static func isClient(_ text: String) -> Bool {
        (1...512).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
    }

    static let section = ConfigurationSection(
        LocalizedText(en: "Providers", es: "Proveedores"), issuer, clientID, clientSecretFile, title, teamID, keyID,
        keyFile, appID, check: { ProvidersInForce(configuration: $0).problems })
}
