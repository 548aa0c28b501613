import ConfigurationAPI
import CryptographyAPI
import CryptographyOpenSSL
import FoundationEssentials
import HTTPServingAPI
import HTTPServingMicroHTTPD
import HTTPServingRouting
import HTTPTypes
import Localization
import PluginKit
import SQLStoreAPI
import SQLStoreSQLite
import TelemetryAPI
import TelemetryOutput
import WebUI

/// The server's door: the routes of all plugins behind one listener.
enum ServerHTTP {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<HTTPServingPlugin.Exports> {
        let configuration = base.configuration, address = base.address
        try host.install(OperationsPlugin.self) { scope in
            try .init(
                database: base.database(in: scope), storage: scope[base.folder].storage,
                exposition: scope[base.telemetry].exposition, sources: scope.collector(of: MetricSources.self),
                readers: configuration[ServerSettings.metricsReaders].compactMap { IPNetwork($0) },
                knowsProxies: !configuration[ServerSettings.trustedProxies].isEmpty, hosts: names(configuration),
                address: address.text, hashing: base.cryptography(in: scope).hashing)
        }
        try host.install(FirstPagePlugin.self, .init(address: address.text))
        return try host.install(HTTPServingPlugin.self) { scope in
            let log = try base.log(in: scope)
            let ids = RequestIDs(random: try base.cryptography(in: scope).random)
            let observer = try RequestTelemetry(logger: log, metrics: base.metrics(in: scope))
            return HTTPServingPlugin.Dependencies(
                settings: try settings(configuration, log), observer: observer, makeRequestID: { ids.next() },
                makeResponder: try responder(of: base, in: scope, observer))
        }
    }

    /// Puts the routes of all plugins behind what all plugins put before them.
    private static func responder(
        of base: ServerInfrastructure, in scope: borrowing PluginScope, _ observer: RequestTelemetry
    ) throws -> @Sendable () throws -> any HTTPResponding {
        let checks = scope.collector(of: HealthChecks.self), routes = scope.collector(of: HTTPRoutes.self)
        let middlewares = scope.collector(of: HTTPMiddlewares.self), storage = try scope[base.folder].storage
        let publicURL = base.configuration[ServerSettings.publicURL]
        let settings = RouterSettings(
            basePath: publicURL?.path() ?? "", problemBase: publicURL?.absoluteString ?? "",
            trustedProxies: base.configuration[ServerSettings.trustedProxies].compactMap { IPNetwork($0) })
        let root = settings.basePath + "/"
        return {
            try Router(
                routes: routes() + HealthRoutes.routes(checks: checks()), middlewares: middlewares(),
                settings: settings, observer: observer,
                page: { problem, request in WebPage(problem, root: root).response(to: request) },
                explain: { storage.problem(for: $0) })
        }
    }

    /// How the configuration calls this server.
    private static func names(_ configuration: Configuration) -> Set<String> {
        let names =
            configuration[ServerSettings.metricsHosts]
            + [
                configuration[ServerSettings.publicURL]?.host(),
                ListenAddress(configuration[ServerSettings.listen])?.host,
            ].compactMap { $0 }
        return Set(names.map { $0.lowercased() })
    }

    private static func settings(_ configuration: Configuration, _ log: Logger) throws -> HTTPServerSettings {
        guard let address = ListenAddress(configuration[ServerSettings.listen]) else {
            throw HTTPServingError.badAddress(host: configuration[ServerSettings.listen], port: 0, reason: "no address")
        }
        var tls: HTTPServerSettings.TLSFiles?
        if let certificate = configuration[ServerSettings.certificate],
            let key = configuration[ServerSettings.privateKey]
        {
            tls = HTTPServerSettings.TLSFiles(certificate: certificate, key: key)
        }
        let wanted = configuration[LimitSettings.connections]
        let connections = try MemoryLimit.current.connections(of: wanted)
        if connections < wanted {
            log.warning("fewer connections fit into the memory", ["connections": connections, "wanted": wanted])
        }
        let limits = HTTPServerLimits(
            connections: connections,
            connectionsPerAddress: configuration[LimitSettings.connectionsPerAddress],
            unreadBytes: configuration[LimitSettings.unreadAnswers].bytes)
        return HTTPServerSettings(
            host: address.host, port: address.port, tls: tls, limits: limits,
            drainDeadline: configuration[ServerSettings.shutdownDeadline])
    }
}
