package import ConfigurationAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
package import PluginKit
package import SQLStoreAPI
package import TelemetryAPI

/// What operators ask of the server: its health and its metrics.
package enum OperationsPlugin: Plugin {
    package struct Dependencies: Sendable {
        let database: any SQLDatabase
        let exposition: any MetricsExposing
        let sources: @Sendable () -> [MetricSource]
        let clock: any Clock<Duration>
        let readers: [IPNetwork]
        /// Whether the peer of a request that came through a proxy is whom the
        /// proxy speaks for.
        let knowsProxies: Bool
        /// How this server is called, in small letters.
        let hosts: Set<String>

        /// - Parameters:
        ///   - database: Is asked whether it takes changes.
        ///   - exposition: Shows the metrics.
        ///   - sources: Bring gauges up to date when somebody looks.
        ///   - configuration: From where the metrics may be read, and how this
        ///     server is called.
        ///   - clock: Measures how long the database takes.
        package init(
            database: any SQLDatabase, exposition: any MetricsExposing,
            sources: @escaping @Sendable () -> [MetricSource], configuration: Configuration,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.database = database
            self.exposition = exposition
            self.sources = sources
            self.clock = clock
            readers = configuration[MetricsSettings.readers].compactMap { IPNetwork($0) }
            knowsProxies = !configuration[HTTPServingSection.trustedProxies].isEmpty
            hosts = MetricsSettings.names(in: configuration)
        }

        /// Whether whoever asks may read the metrics.
        ///
        /// A proxy on this machine that nobody told us about makes everybody
        /// look like a neighbour; the field that it adds tells. One that we were
        /// told about is no reader in the place of somebody it doesn't name.
        func mayRead(_ request: ServerRequest) -> Bool {
            guard request.isPeerKnown,
                knowsProxies || !request.fields.contains(anyOf: ["X-Forwarded-For", "Forwarded"])
            else { return false }
            return readers.contains { $0.contains(request.peer.ip) } && isOurs(request.fields[.host])
        }

        /// Whether a request is meant for this server.
        ///
        /// A page of somebody else whose name leads to this machine (DNS
        /// rebinding) makes a reader's browser ask under that name. No page has
        /// the address of this machine for a name.
        private func isOurs(_ field: String?) -> Bool {
            guard let host = field.flatMap(HostField.init)?.host else { return field == nil }
            return IPAddress(host) != nil || host == "localhost" || hosts.contains(host)
        }
    }

    package static let manifest = PluginManifest(
        id: "operations",
        summary: LocalizedText(en: "Health and metrics", es: "Estado y métricas"))

    /// Who reads the metrics.
    package static let declarations = Contributions(MetricsSettings.section, to: ConfigurationSections.self)

    package static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        let exposition = dependencies.exposition, sources = dependencies.sources
        let watch = DatabaseWatch(database: dependencies.database, clock: dependencies.clock)
        contributions.add(HealthCheck("database") { await watch.check() }, to: HealthChecks.self)
        contributions.add(
            Route(.get, "/metrics", bodyLimit: 0, description: .getMetrics) { request in
                // To everybody else it isn't there.
                guard dependencies.mayRead(request) else { throw HTTPProblem.notFound }
                return ServerResponse(
                    fields: [.contentType: exposition.contentType],
                    body: .bytes(Data(await exposition.text(refreshing: sources()).utf8)))
            }, to: HTTPRoutes.self)
        return Assembly(contributions: contributions)
    }
}

extension RouteDescription {
    fileprivate static var getMetrics: RouteDescription {
        RouteDescription(
            "getMetrics", .operations, "Metrics for Prometheus",
            """
            `essentiald_http_requests_total{route,method,status}`, `essentiald_http_request_seconds{route}` (histogram),
            `essentiald_logins_total{result}`, `essentiald_registrations_total{result}`,
            `essentiald_password_resets_total{result}`, `essentiald_token_refreshes_total{result}`,
            `essentiald_proofs_refused_total{reason}`, `essentiald_sessions_active`, `essentiald_pictures_damaged`,
            `essentiald_clock_deviation_seconds` (0 while the machine's clock is believed).

            For the machine itself, unless `metrics.readers` says otherwise; for others there is nothing at this address
            (404).
            """,
            answers: [
                RouteAnswer(
                    .ok, "Text of the exposition format 0.0.4.", .plainText,
                    example: """
                        # HELP essentiald_sessions_active Sessions that are not over.
                        # TYPE essentiald_sessions_active gauge
                        essentiald_sessions_active 1

                        """)
            ])
    }
}
