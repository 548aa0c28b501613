import ConfigurationAPI
import FoundationEssentials
import HTTPServingAPI
import Localization
import RegistrationService
import TelemetryAPI
import TelemetryOutput

/// The keys by which the server is configured; scripts rely on their names.
struct ServerSettings: Sendable {
    /// The folder of the database and the files, which depends on who runs
    /// the server.
    let data: ConfigurationKey<String>

    /// - Parameter environment: The environment's variables.
    init(environment: [String: String]) {
        // XDG Base Directory Specification, 0.8: data of one person's programs.
        let home = environment["HOME"].map { $0 + "/.local/share" } ?? "/var/lib"
        let base = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        data = ConfigurationKey(
            "server.data", default: base + "/essentiald",
            summary: LocalizedText(
                en: "The folder of the database, the pictures, the keys and the mail",
                es: "La carpeta de la base de datos, las imágenes, las claves y el correo"))
    }

    static let listen = ConfigurationKey(
        "server.listen", default: "127.0.0.1:8080",
        allowed: .matching(
            LocalizedText(
                en: "a host and a port, such as 127.0.0.1:8080", es: "un host y un puerto, como 127.0.0.1:8080")
        ) { ListenAddress($0) != nil },
        summary: LocalizedText(en: "Where the server listens", es: "Dónde escucha el servidor"))

    static let publicURL = ConfigurationKey<URL?>(
        "server.public_url", default: nil,
        allowed: .matching(
            LocalizedText(
                en: "with https:// or http:// and no query", es: "con https:// o http:// y sin consulta")
        ) { $0.map(PublicAddress.isPossible) ?? true },
        summary: LocalizedText(
            en: "The address under which people reach the server", es: "La dirección con la que se llega al servidor"))

    static let certificate = ConfigurationKey<String?>(
        "server.tls.certificate", default: nil,
        summary: LocalizedText(
            en: "The PEM file of the certificate chain", es: "El archivo PEM de la cadena de certificados"))

    static let privateKey = ConfigurationKey<String?>(
        "server.tls.key", default: nil,
        summary: LocalizedText(en: "The PEM file of the private key", es: "El archivo PEM de la clave privada"))

    static let trustedProxies = ConfigurationKey<[String]>(
        "server.trusted_proxies", default: [],
        allowed: .matching(
            LocalizedText(en: "addresses or networks, such as 10.0.0.0/8", es: "direcciones o redes, como 10.0.0.0/8")
        ) { $0.allSatisfy { IPNetwork($0) != nil } },
        summary: LocalizedText(
            en: "The proxies whose X-Forwarded-For is believed", es: "Los proxies a los que se cree X-Forwarded-For"))

    static let plainHTTP = ConfigurationKey(
        "server.plain_http", default: false,
        summary: LocalizedText(
            en: "Whether others may reach the server without TLS and without a proxy that has it",
            es: "Si otros pueden llegar al servidor sin TLS y sin un proxy que lo tenga"))

    static let shutdownDeadline = ConfigurationKey(
        "server.shutdown_deadline", default: Duration.seconds(8), allowed: .range(.zero ... .seconds(300)),
        summary: LocalizedText(
            en: "How long requests in progress may take when the server stops",
            es: "Cuánto pueden tardar las peticiones en curso cuando se detiene el servidor"))

    static let metricsHosts = ConfigurationKey<[String]>(
        "metrics.hosts", default: [],
        summary: LocalizedText(
            en: "Further names of the server under which /metrics may be read",
            es: "Otros nombres del servidor con los que se puede leer /metrics"))

    static let metricsReaders = ConfigurationKey<[String]>(
        "metrics.readers", default: ["127.0.0.0/8", "::1"],
        allowed: .matching(
            LocalizedText(en: "addresses or networks, such as 10.0.0.0/8", es: "direcciones o redes, como 10.0.0.0/8")
        ) { $0.allSatisfy { IPNetwork($0) != nil } },
        summary: LocalizedText(en: "From where /metrics may be read", es: "Desde dónde se puede leer /metrics"))

    static let accessLifetime = ConfigurationKey(
        "tokens.access_lifetime", default: Duration.seconds(300), allowed: .range(.seconds(30) ... .seconds(3_600)),
        summary: LocalizedText(en: "For how long an access token is valid", es: "Cuánto vale un testigo de acceso"))

    static let refreshIdle = ConfigurationKey(
        "tokens.refresh_idle", default: Duration.seconds(30 * 86_400), allowed: .atLeast(.seconds(60)),
        summary: LocalizedText(
            en: "After how long without use a session ends", es: "Cuánto puede estar una sesión sin usarse"))

    static let refreshAbsolute = ConfigurationKey(
        "tokens.refresh_absolute", default: Duration.seconds(180 * 86_400), allowed: .atLeast(.seconds(60)),
        summary: LocalizedText(
            en: "After how long a session ends in any case", es: "Cuánto dura una sesión como máximo"))

    static let refreshGrace = ConfigurationKey(
        "tokens.refresh_grace", default: Duration.seconds(30), allowed: .range(.zero ... .seconds(300)),
        summary: LocalizedText(
            en: "For how long a repeated refresh gets the same answer",
            es: "Durante cuánto se repite la misma respuesta a una renovación"))

    static let eventRetention = ConfigurationKey(
        "events.retention", default: Duration.seconds(7 * 86_400),
        allowed: .range(.seconds(60) ... .seconds(90 * 86_400)),
        summary: LocalizedText(
            en: "For how long devices can ask for the events that they missed",
            es: "Durante cuánto se pueden pedir los sucesos perdidos"))

    static let requireDPoP = ConfigurationKey(
        "tokens.require_dpop", default: false,
        summary: LocalizedText(
            en: "Whether sessions have to be bound to a key of the client",
            es: "Si las sesiones tienen que estar ligadas a una clave del cliente"))

    static let enumeration = ConfigurationKey(
        "accounts.enumeration", default: Choice(RegistrationPolicy.Enumeration.friendly),
        summary: LocalizedText(
            en: "Whether registration tells that an address has an account",
            es: "Si el registro dice que una dirección ya tiene cuenta"))

    static let verification = ConfigurationKey(
        "accounts.verification", default: Choice(Verification.limited),
        summary: LocalizedText(
            en: "What people may do before their address is confirmed",
            es: "Qué se puede hacer antes de confirmar la dirección"))

    static let afterRegistration = ConfigurationKey(
        "accounts.after_registration", default: Choice(RegistrationPolicy.AfterRegistration.confirmation),
        summary: LocalizedText(en: "Where people go after registration", es: "Adónde se va después del registro"))

    static let leakedPasswords = ConfigurationKey<String?>(
        "passwords.leaked", default: nil,
        summary: LocalizedText(
            en: "A packed list of passwords that nobody may choose",
            es: "Una lista empaquetada de contraseñas que nadie puede elegir"))

    static let verificationLink = ConfigurationKey(
        "verification.link_lifetime", default: Duration.seconds(86_400),
        allowed: .range(.seconds(600) ... .seconds(7 * 86_400)),
        summary: LocalizedText(
            en: "For how long a link that confirms an address counts",
            es: "Cuánto vale un enlace que confirma una dirección"))

    static let recoveryLink = ConfigurationKey(
        "recovery.link_lifetime", default: Duration.seconds(1_800), allowed: .range(.seconds(900) ... .seconds(3_600)),
        summary: LocalizedText(
            en: "For how long a link that changes a password counts",
            es: "Cuánto vale un enlace que cambia una contraseña"))

    static let recoveryCode = ConfigurationKey(
        "recovery.code_lifetime", default: Duration.seconds(600), allowed: .range(.seconds(60) ... .seconds(600)),
        summary: LocalizedText(
            en: "For how long a code that changes a password counts",
            es: "Cuánto vale un código que cambia una contraseña"))

    static let maximumImageSize = ConfigurationKey(
        "feed.maximum_image_size", default: ByteCount.mebibytes(16),
        allowed: .range(.kibibytes(64) ... .mebibytes(256)),
        summary: LocalizedText(en: "How large a picture may be", es: "Cuánto puede ocupar una imagen"))

    static let demo = ConfigurationKey(
        "demo.content", default: false,
        summary: LocalizedText(
            en: "Fill an empty feed with pictures to look at", es: "Llena unas novedades vacías con imágenes para mirar"
        ))

    static let logLevel = ConfigurationKey(
        "log.level", default: Choice(LogLevel.info),
        summary: LocalizedText(en: "The least severe messages to log", es: "Los mensajes menos graves que se registran")
    )

    static let logFormat = ConfigurationKey(
        "log.format", default: Choice(TelemetryPlugin.Format.text),
        summary: LocalizedText(en: "The form of log lines", es: "La forma de las líneas del registro"))

    static let disabledPlugins = ConfigurationKey<[String]>(
        "plugins.disabled", default: [],
        summary: LocalizedText(en: "The plugins to leave out", es: "Los complementos que se desactivan"))

    /// What people may do before their address is confirmed (D5).
    enum Verification: String, CaseIterable, Sendable {
        /// They may log in and look.
        case limited
        /// They may not log in.
        case required
    }

    var declarations: [ConfigurationDeclaration] {
        [
            Self.listen.declaration, data.declaration, Self.publicURL.declaration, Self.certificate.declaration,
            Self.privateKey.declaration, Self.trustedProxies.declaration, Self.plainHTTP.declaration,
            Self.shutdownDeadline.declaration,
            Self.metricsReaders.declaration, Self.metricsHosts.declaration,
            Self.accessLifetime.declaration,
            Self.refreshIdle.declaration, Self.refreshAbsolute.declaration, Self.refreshGrace.declaration,
            Self.requireDPoP.declaration,
            Self.eventRetention.declaration, Self.enumeration.declaration, Self.verification.declaration,
            Self.afterRegistration.declaration, Self.leakedPasswords.declaration, Self.verificationLink.declaration,
            Self.recoveryLink.declaration,
            Self.recoveryCode.declaration,
            Self.maximumImageSize.declaration, Self.demo.declaration,
            Self.logLevel.declaration, Self.logFormat.declaration, Self.disabledPlugins.declaration,
        ] + CaptchaSettings.declarations + LimitSettings.declarations + MailSettings.declarations
    }
}

/// A host and a port to listen on.
struct ListenAddress: Sendable {
    let host: String
    let port: Int

    /// Reads `127.0.0.1:8080`, `[::1]:8080` or `localhost:0`.
    init?(_ text: String) {
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
    var isLoopback: Bool { host.lowercased() == "localhost" || IPAddress(host)?.isLoopback == true }
}
