public import ConfigurationAPI
public import FoundationEssentials
import Localization

/// What operators set of the server's address, and of how people reach it.
public enum HTTPServingSection {
    /// Where the server listens.
    public static let listen = ConfigurationKey(
        "server.listen", default: "127.0.0.1:8080",
        allowed: .matching(
            LocalizedText(
                en: "a host and a port, such as 127.0.0.1:8080", es: "un host y un puerto, como 127.0.0.1:8080")
        ) { ListenAddress($0) != nil },
        shorthand: ConfigurationShorthand("listen", placeholder: LocalizedText(en: "HOST:PORT", es: "HOST:PUERTO")),
        summary: LocalizedText(en: "Where the server listens", es: "Dónde escucha el servidor"),
        detail: "`HOST:PORT`, IPv6 in brackets; port 0 takes a free one.")

    /// The address under which people reach the server.
    public static let publicURL = ConfigurationKey<URL?>(
        "server.public_url", default: nil,
        allowed: .matching(
            LocalizedText(
                en: "with https:// or http://, no query and no dots for folders",
                es: "con https:// o http://, sin consulta y sin puntos por carpetas")
        ) { $0.map(isPossible) ?? true },
        summary: LocalizedText(
            en: "The address under which people reach the server", es: "La dirección con la que se llega al servidor"),
        detail: "It is the base of all routes, with its path, and the issuer of tokens.")

    /// The file of the certificate and its chain.
    public static let certificate = ConfigurationKey<String?>(
        "server.tls.certificate", default: nil,
        summary: LocalizedText(
            en: "The PEM file of the certificate chain", es: "El archivo PEM de la cadena de certificados"),
        detail: "With `server.tls.key`.")

    /// The file of the private key.
    public static let privateKey = ConfigurationKey<String?>(
        "server.tls.key", default: nil,
        summary: LocalizedText(en: "The PEM file of the private key", es: "El archivo PEM de la clave privada"),
        detail: "It is refused if everybody on the machine may use it.")

    /// Whose word about who asks is believed.
    public static let trustedProxies = ConfigurationKey<[String]>(
        "server.trusted_proxies", default: [],
        allowed: .matching(
            LocalizedText(en: "addresses or networks, such as 10.0.0.0/8", es: "direcciones o redes, como 10.0.0.0/8")
        ) { $0.allSatisfy { IPNetwork($0) != nil } },
        summary: LocalizedText(
            en: "The proxies whose X-Forwarded-For is believed", es: "Los proxies a los que se cree X-Forwarded-For"),
        detail: "And `X-Forwarded-Proto` and `Forwarded`, [see below](#behind-a-proxy).")

    /// Whether others may reach the server without TLS.
    public static let plainHTTP = ConfigurationKey(
        "server.plain_http", default: false,
        summary: LocalizedText(
            en: "Whether others may reach the server without TLS and without a proxy that has it",
            es: "Si otros pueden llegar al servidor sin TLS y sin un proxy que lo tenga"),
        detail: "Beyond this machine plain HTTP is refused, unless `server.public_url` begins with https or "
            + "`server.trusted_proxies` names the proxy that has TLS.")

    /// How long requests in progress may take at the end.
    public static let shutdownDeadline = ConfigurationKey(
        "server.shutdown_deadline", default: Duration.seconds(8), allowed: .range(.zero ... .seconds(300)),
        summary: LocalizedText(
            en: "How long requests in progress may take when the server stops",
            es: "Cuánto pueden tardar las peticiones en curso cuando se detiene el servidor"),
        detail:
            "New connections are refused at once, and whoever waits for a password to be hashed is told to come again. "
            + "Docker kills after 10 s unless told.")

    /// The settings of the address.
    public static let section = ConfigurationSection(
        LocalizedText(en: "Address", es: "Dirección"), listen, publicURL, certificate, privateKey,
        trustedProxies,
        plainHTTP, shutdownDeadline, check: problems)

    /// Whether people's programs can reach a server there: the rest of an address
    /// is the server's to write.
    private static func isPossible(_ url: URL) -> Bool {
        ["https", "http"].contains(url.scheme?.lowercased()) && url.user() == nil && url.query() == nil
            && url.fragment() == nil
            // Programs resolve them before they ask (RFC 3986, section 5.2.4).
            && !url.path(percentEncoded: false).split(separator: "/").contains { [".", ".."].contains($0) }
    }

    private static func problems(of configuration: Configuration) -> [any SettingsError] {
        let hasCertificate = configuration[certificate] != nil
        guard hasCertificate == (configuration[privateKey] != nil) else {
            return [
                UnusableSettings(
                    [certificate.name, privateKey.name],
                    LocalizedText(
                        en: "server.tls.certificate and server.tls.key belong together. Set both, or neither.",
                        es: "server.tls.certificate y server.tls.key van juntos. Define ambos, o ninguno."))
            ]
        }
        guard !hasCertificate, !isMeantToBePlain(configuration) else { return [] }
        return [exposed(configuration[listen])]
    }

    /// Whether plain HTTP goes no further than this machine, or to a proxy that
    /// somebody told of, or was asked for.
    private static func isMeantToBePlain(_ configuration: Configuration) -> Bool {
        ListenAddress(configuration[listen])?.isLoopback == true
            || configuration[publicURL]?.scheme?.lowercased() == "https"
            || !configuration[trustedProxies].isEmpty || configuration[plainHTTP]
    }

    private static func exposed(_ listen: String) -> UnusableSettings {
        UnusableSettings(
            [Self.listen.name, publicURL.name, trustedProxies.name, plainHTTP.name],
            LocalizedText(
                en:
                    "server.listen is \(listen), which others reach, and without TLS whoever is on the way reads "
                    + "passwords. Set server.tls.certificate and server.tls.key. If a proxy in front speaks https, "
                    + "set server.public_url to its https address, or server.trusted_proxies. Where nobody can "
                    + "listen in, say so: server.plain_http=true.",
                es:
                    "server.listen es \(listen), que otros alcanzan, y sin TLS quien esté en el camino lee las "
                    + "contraseñas. Define server.tls.certificate y server.tls.key. Si delante hay un proxy con "
                    + "https, define server.public_url con su dirección https, o server.trusted_proxies. Donde "
                    + "nadie pueda escuchar, dilo: server.plain_http=true."))
    }
}

/// A host and a port to listen on.
public struct ListenAddress: Hashable, Sendable {
    /// A name or an address.
    public let host: String
    /// The port; 0 for one that the system chooses.
    public let port: Int

    /// Reads `127.0.0.1:8080`, `[::1]:8080` or `localhost:0`.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty, !host.contains(where: \.isWhitespace) else { return nil }
        self.host = host
        self.port = port
    }

    /// Whether nobody but this machine reaches it.
    public var isLoopback: Bool { host.lowercased() == "localhost" || IPAddress(host)?.isLoopback == true }
}
