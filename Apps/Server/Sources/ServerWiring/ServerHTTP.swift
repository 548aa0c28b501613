import ConfigurationAPI
import CryptographyAPI
import DataFolderDisk
import FoundationEssentials
import HTTPServingAPI
import HTTPServingMicroHTTPD
package import HTTPServingRouting
import HTTPTypes
import Localization
package import PluginKit
import SQLStoreAPI
import ScreensAPI
import ScreensHosting
import ServerWebWiring
import TelemetryAPI

/// The server's door: the routes of all plugins behind one listener.
package enum ServerHTTP {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ web: Web
    ) throws(PluginHostError) -> Installed<HTTPServingPlugin.Exports> {
        try installOwnRoutes(on: base, &host, web)
        return try host.install(HTTPServingPlugin.self) { scope in
            let ids = RequestIDs(random: try scope[base.cryptography].random)
            let observer = try RequestTelemetry(logger: scope[base.log], metrics: scope[base.metrics])
            return try HTTPServingPlugin.Dependencies(
                base.configuration, log: scope[base.log], observer: observer, makeRequestID: { ids.next() },
                isServing: { [folder = try scope[base.folder]] in DataFolderPlugin.isInUse(folder) },
                makeResponder: try router(on: base, in: scope, web, observer))
        }
    }

    /// Installs what the program itself answers.
    ///
    /// - Parameter clock: Measures how long the database takes.
    package static func installOwnRoutes(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ web: Web,
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(PluginHostError) {
        try host.install(OperationsPlugin.self) { scope in
            try .init(
                database: scope[base.database], exposition: scope[base.metrics],
                sources: scope.collector(of: MetricSources.self), configuration: base.configuration, clock: clock)
        }
        try host.install(AboutPlugin.self) { [address = base.address] scope in
            .init(
                address: { address.text }, steps: scope.collector(of: ScreenSteps.self),
                isFirst: scope[ifEnabled: web.clients] == nil)
        }
    }

    /// Puts the routes of all plugins, and their screens, behind what all plugins
    /// put before them.
    ///
    /// - Returns: Makes the router, once all plugins have contributed.
    package static func router(
        on base: ServerInfrastructure, in scope: borrowing PluginScope, _ web: Web,
        _ observer: RequestTelemetry
    ) throws -> @Sendable () throws -> Router {
        let checks = scope.collector(of: HealthChecks.self), routes = scope.collector(of: HTTPRoutes.self)
        let middlewares = scope.collector(of: HTTPMiddlewares.self),
            explanations = scope.collector(of: ErrorExplanations.self)
        let publicURL = base.configuration[HTTPServingSection.publicURL], door = web.door
        let screens = try scope[web.hosting]
        let settings = RouterSettings(
            basePath: publicURL?.path() ?? "", problemBase: publicURL?.absoluteString ?? "",
            trustedProxies: base.configuration[HTTPServingSection.trustedProxies].compactMap { IPNetwork($0) })
        let address = base.address
        let conventions = scope.collector(of: HTTPConventions.self), hashing = try scope[base.cryptography].hashing
        return {
            let routes = routes() + HealthRoutes.routes(checks: checks())
            let description = description(of: routes, conventions(), at: address, hashing)
            let router = try Router(
                routes: routes + [description.route] + (try screens.routes()),
                middlewares: screens.middlewares + middlewares(),
                settings: settings,
                observer: observer,
                page: screens.problem,
                explain: { error in explanations().lazy.compactMap { $0(error) }.first })
            door.open(router)
            return router
        }
    }

    /// What the server answers, by a route of the program's own: one of a plugin
    /// would own all others, itself included.
    private static func description(
        of routes: [Route], _ conventions: [any HTTPConvention], at address: PublicAddress, _ hashing: any Hashing
    ) -> DescriptionRoute {
        DescriptionRoute(
            .essentiald, routes: routes, conventions: conventions, address: { address.text },
            digest: { try hashing.sha256($0).base64EncodedString() })
    }

    /// The description of a server that isn't started.
    static func description(of composition: ServerComposition) -> OpenAPIDocument {
        description(
            of: composition.plugins.values(of: HTTPRoutes.self) + HealthRoutes.routes(checks: []),
            composition.plugins.values(of: HTTPConventions.self), at: composition.address,
            composition.cryptography.hashing
        ).document
    }
}
