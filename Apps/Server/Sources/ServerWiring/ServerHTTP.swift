import ConfigurationAPI
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPServingMicroHTTPD
import HTTPServingRouting
import HTTPTypes
import Localization
import PluginKit
import SQLStoreAPI
import TelemetryAPI

/// The server's door: the routes of all plugins behind one listener.
enum ServerHTTP {
    static func install(
        on infrastructure: ServerInfrastructure, _ host: PluginHost, _ configuration: Configuration,
        _ address: PublicAddress
    ) throws(PluginHostError) -> Installed<HTTPServingPlugin.Exports> {
        let checks = host.collector(of: HealthChecks.self), routes = host.collector(of: HTTPRoutes.self)
        let middlewares = host.collector(of: HTTPMiddlewares.self)
        try host.install(
            OperationsPlugin.self,
            .init(
                database: try infrastructure.database, exposition: try infrastructure.exposition,
                sources: host.collector(of: MetricSources.self),
                readers: configuration[ServerSettings.metricsReaders].compactMap { IPNetwork($0) },
                knowsProxies: !configuration[ServerSettings.trustedProxies].isEmpty, address: address.text,
                hashing: try infrastructure.cryptography.hashing))
        return try host.install(HTTPServingPlugin.self, try dependencies())

        func dependencies() throws -> HTTPServingPlugin.Dependencies {
            let log = try infrastructure.log
            let ids = RequestIDs(random: try infrastructure.cryptography.random)
            let observer = try RequestTelemetry(logger: log, metrics: infrastructure.metrics)
            let publicURL = configuration[ServerSettings.publicURL]
            let router = RouterSettings(
                basePath: publicURL?.path() ?? "", problemBase: publicURL?.absoluteString ?? "",
                trustedProxies: configuration[ServerSettings.trustedProxies].compactMap { IPNetwork($0) })
            return HTTPServingPlugin.Dependencies(
                settings: try settings(configuration), observer: observer,
                makeRequestID: { ids.next() },
                makeResponder: {
                    try Router(
                        routes: routes() + HealthRoutes.routes(checks: checks()), middlewares: middlewares(),
                        settings: router, observer: observer)
                })
        }
    }

    private static func settings(_ configuration: Configuration) throws -> HTTPServerSettings {
        guard let address = ListenAddress(configuration[ServerSettings.listen]) else {
            throw HTTPServingError.badAddress(host: configuration[ServerSettings.listen], port: 0, reason: "no address")
        }
        let tls: HTTPServerSettings.TLSFiles?
        switch (configuration[ServerSettings.certificate], configuration[ServerSettings.privateKey]) {
        case (let certificate?, let key?): tls = HTTPServerSettings.TLSFiles(certificate: certificate, key: key)
        case (nil, nil): tls = nil
        default: throw HTTPServingError.tls(reason: "server.tls.certificate and server.tls.key belong together")
        }
        let limits = HTTPServerLimits(
            connections: configuration[LimitSettings.connections],
            connectionsPerAddress: configuration[LimitSettings.connectionsPerAddress])
        return HTTPServerSettings(host: address.host, port: address.port, tls: tls, limits: limits)
    }
}
