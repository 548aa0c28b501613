import ConfigurationAPI
import ConfigurationSources
import CoreModels
import CryptographyAPI
import CryptographyTesting
import EventForwardingService
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportCurl
import KernelTesting
import PluginKit
import SecureDeliveryCurl
import SecurityMetricsServiceAPI
import TelemetryTesting
import Testing

/// The plugins as a program installs them, over real sockets.
struct ForwardingPlugins {
    let composition: Composition
    let date = ManualDate()
    let log = LogSpy()
    let cryptography: Cryptography

    init(_ settings: [String: String], timeout: Duration = .seconds(30)) throws {
        let declarations =
            [
                WebhookForwardingPlugin.declarations, OTLPForwardingPlugin.declarations,
                SentryForwardingPlugin.declarations, GA4ForwardingPlugin.declarations,
                SyslogForwardingPlugin.declarations,
            ]
            .flatMap { $0.values(of: ConfigurationSections.self) }.flatMap(\.declarations)
        let flags = settings.map { ConfigurationLoader.Flag(name: $0.key.replacing("_", with: "-"), value: $0.value) }
        let configuration = try ConfigurationLoader(flags: flags).load(declarations)
        let cryptography = try Cryptography.real(), now = date.now, logger = log.logger
        self.cryptography = cryptography
        var host = PluginHost()
        let transport = try host.install(HTTPTransportPlugin.self, .init(userAgent: "essentiald")).map(\.transport)
        try host.install(WebhookForwardingPlugin.self) { scope in
            try .init(
                configuration: configuration, transport: scope[transport], cryptography: cryptography,
                timeout: timeout, now: now)
        }
        try host.install(OTLPForwardingPlugin.self) { scope in
            try .init(configuration: configuration, transport: scope[transport], log: logger)
        }
        try host.install(SentryForwardingPlugin.self) { scope in
            try .init(configuration: configuration, transport: scope[transport], now: now)
        }
        try host.install(GA4ForwardingPlugin.self) { scope in
            try .init(configuration: configuration, transport: scope[transport], log: logger)
        }
        try host.install(
            SyslogForwardingPlugin.self,
            .init(configuration: configuration, delivery: CurlDelivery(), hostname: "höst 1", timeout: timeout))
        composition = try host.composed()
    }

    /// Who gets events, by name.
    var forwarders: [any EventForwarding] { composition.values(of: EventForwarders.self) }

    /// What would keep a server from starting.
    func problems() async -> [String] { await composition.problems().map { "\($0)" } }

    /// Hands events to the only forwarder.
    func forward(_ events: [ForwardedEvent]) async throws {
        let forwarder = try #require(forwarders.first)
        try await composition.run { try await forwarder.forward(events) }
    }
}

extension ForwardedEvent {
    /// An event of a place.
    static func sample(
        _ position: Int = 0, _ severity: AuditSeverity = .warning, cause: String? = "invalid_credentials",
        program: String? = nil, actor: String? = nil, kind: String = "login.refused"
    ) -> ForwardedEvent {
        ForwardedEvent(
            id: UUID(uuidString: "5d41402a-bc4b-8a76-b971-9d911017c\(500 + position)")!, position: position,
            date: Date(timeIntervalSince1970: 1_700_000_000.123), kind: kind, severity: severity,
            outcome: .refused, account: "p00112233445566778899aabbccddeeff", actor: actor, address: "203.0.113.0/24",
            cause: cause,
            program: program)
    }
}
