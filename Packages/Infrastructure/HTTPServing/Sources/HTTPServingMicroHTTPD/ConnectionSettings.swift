import ConfigurationAPI
import HTTPServingAPI
import Localization
import TelemetryAPI

/// What operators set of connections.
enum ConnectionSettings {
    static let connections = ConfigurationKey(
        "limits.connections", default: 4_096, allowed: .range(16...100_000),
        summary: LocalizedText(en: "How many connections may be open", es: "Cuántas conexiones puede haber abiertas"),
        detail:
            "Each takes up to 50 KB, and the limit of open files (`ulimit -n`) is raised to fit as far as the system lets "
            + "it; where `ulimit -d` or `-v` leaves no room for all there are fewer, and below 160 MB of data or 512 MB of "
            + "addresses the server doesn't start.")

    static let connectionsPerAddress = ConfigurationKey(
        "limits.connections_per_address", default: 1_024, allowed: .range(4...100_000),
        summary: LocalizedText(
            en: "How many connections a client address may have open",
            es: "Cuántas conexiones puede tener abiertas cada dirección de red"),
        detail: "An IPv6 client is its /64. Where one more comes, a connection that asks nothing gives way.")

    static let unreadAnswers = ConfigurationKey(
        "limits.unread_answers", default: ByteCount.mebibytes(32), allowed: .range(.mebibytes(1) ... .mebibytes(4_096)),
        summary: LocalizedText(
            en: "How much memory answers may take that nobody has read yet",
            es: "Cuánta memoria pueden ocupar las respuestas que nadie ha leído aún"),
        detail:
            "Answers of more than 8 KiB count, those of one address up to half of it. Where there is no room, a reader who "
            + "has had five seconds is disconnected, or the new answer is 503 with `Retry-After`.")

    static let section = ConfigurationSection(
        LocalizedText(en: "Connections", es: "Conexiones"), connections, connectionsPerAddress, unreadAnswers)
}

extension HTTPServerSettings {
    /// The settings as operators have chosen them, as far as there is memory.
    ///
    /// - Parameter log: Hears when there isn't.
    /// - Throws: ``HTTPServingError``, or ``MemoryLimit/TooLow``.
    init(_ configuration: Configuration, log: Logger) throws {
        let listen = configuration[HTTPServingSection.listen]
        guard let address = ListenAddress(listen) else {
            throw HTTPServingError.badAddress(
                host: listen, port: 0, reason: LocalizedText(en: "no address", es: "no es una dirección"))
        }
        var tls: TLSFiles?
        if let certificate = configuration[HTTPServingSection.certificate],
            let key = configuration[HTTPServingSection.privateKey]
        {
            tls = TLSFiles(certificate: certificate, key: key)
        }
        let wanted = configuration[ConnectionSettings.connections]
        let connections = try MemoryLimit.current.connections(of: wanted)
        if connections < wanted {
            log.warning("fewer connections fit into the memory", ["connections": connections, "wanted": wanted])
        }
        self.init(
            host: address.host, port: address.port, tls: tls,
            limits: HTTPServerLimits(
                connections: connections,
                connectionsPerAddress: configuration[ConnectionSettings.connectionsPerAddress],
                unreadBytes: configuration[ConnectionSettings.unreadAnswers].bytes),
            drainDeadline: configuration[HTTPServingSection.shutdownDeadline])
    }
}
