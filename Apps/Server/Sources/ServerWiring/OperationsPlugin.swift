package import ConfigurationAPI
package import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
package import PluginKit
package import SQLStoreAPI
package import TelemetryAPI

/// What operators ask of the server: its health, its metrics, and what it
/// answers.
package enum OperationsPlugin: Plugin {
    package struct Dependencies: Sendable {
        let database: any SQLDatabase
        let exposition: any MetricsExposing
        let sources: @Sendable () -> [MetricSource]
        let readers: [IPNetwork]
        /// Whether the peer of a request that came through a proxy is whom the
        /// proxy speaks for.
        let knowsProxies: Bool
        /// How this server is called, in small letters.
        let hosts: Set<String>
        let address: @Sendable () -> String
        let hashing: any Hashing

        /// - Parameters:
        ///   - database: Is asked whether it answers.
        ///   - exposition: Shows the metrics.
        ///   - sources: Bring gauges up to date when somebody looks.
        ///   - configuration: From where the metrics may be read, and how this
        ///     server is called.
        ///   - address: Under which people reach the server.
        ///   - hashing: Names what the description of the API says.
        package init(
            database: any SQLDatabase, exposition: any MetricsExposing,
            sources: @escaping @Sendable () -> [MetricSource], configuration: Configuration,
            address: @autoclosure @escaping @Sendable () -> String, hashing: any Hashing
        ) {
            self.database = database
            self.exposition = exposition
            self.sources = sources
            readers = configuration[MetricsSettings.readers].compactMap { IPNetwork($0) }
            knowsProxies = !configuration[HTTPServingSection.trustedProxies].isEmpty
            hosts = MetricsSettings.names(in: configuration)
            self.address = address
            self.hashing = hashing
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
        summary: LocalizedText(
            en: "Health, metrics and the description of the API", es: "Estado, métricas y la descripción de la API"))

    /// Who reads the metrics.
    package static let declarations = Contributions(MetricsSettings.section, to: ConfigurationSections.self)

    package static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        let database = dependencies.database, exposition = dependencies.exposition, sources = dependencies.sources
        contributions.add(
            HealthCheck("database") {
                let answers = try? await database.read { try $0.exists("SELECT 1") }
                return answers == true
                    ? .healthy
                    : .failing(
                        LocalizedText(en: "The database doesn't answer.", es: "La base de datos no responde."))
            }, to: HealthChecks.self)
        contributions.add(
            Route(.get, "/metrics", bodyLimit: 0) { request in
                // To everybody else it isn't there.
                guard dependencies.mayRead(request) else { throw HTTPProblem.notFound }
                return ServerResponse(
                    fields: [.contentType: exposition.contentType],
                    body: .bytes(Data(await exposition.text(refreshing: sources()).utf8)))
            }, to: HTTPRoutes.self)
        let address = dependencies.address, hashing = dependencies.hashing
        contributions.add(
            Route(.get, "/openapi.json", bodyLimit: 0) { _ in
                let document = try OpenAPIDocument.json(server: address())
                let digest = try hashing.sha256(document).base64EncodedString()
                return .bytes(
                    document, type: .json, fields: [.cacheControl: "public, max-age=300", .eTag: "\"\(digest)\""])
            }, to: HTTPRoutes.self)
        return Assembly(contributions: contributions)
    }
}
