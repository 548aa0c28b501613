import CoreModels
public import FoundationEssentials
public import HTTPServingAPI
import HTTPTypes
import Locking

/// Answers `GET /openapi.json`: what there is to ask the server.
///
/// The document is made when somebody asks for it first, and kept.
public struct DescriptionRoute: Sendable {
    private let info: OpenAPIDocument.Info
    private let routes: [Route]
    private let conventions: [any HTTPConvention]
    private let address: @Sendable () -> String
    private let digest: @Sendable (Data) throws -> String
    private let kept = Locked<ServerResponse?>(nil)

    /// - Parameters:
    ///   - info: What the document says of the server as a whole.
    ///   - routes: All other routes of the server.
    ///   - conventions: What holds for many of them.
    ///   - address: Tells under which address people reach the server.
    ///   - digest: Names bytes for an `ETag`; others have another name.
    public init(
        _ info: OpenAPIDocument.Info, routes: [Route], conventions: [any HTTPConvention],
        address: @escaping @Sendable () -> String, digest: @escaping @Sendable (Data) throws -> String
    ) {
        self.info = info
        self.routes = routes
        self.conventions = conventions
        self.address = address
        self.digest = digest
    }

    /// The route.
    public var route: Route {
        Route(.get, "/openapi.json", bodyLimit: 0, description: .getDescription) { _ in
            if let kept = kept.current { return kept }
            let answer = try await make()
            kept.withLock { $0 = answer }
            return answer
        }
    }

    /// The document, which describes this route as well.
    public var document: OpenAPIDocument {
        OpenAPIDocument(info, routes: routes + [route], conventions: conventions)
    }

    /// Takes some milliseconds, in which the loop that asks serves others.
    @concurrent private func make() async throws -> ServerResponse {
        let json = try WireCoding.encoder().encode(document.json(server: address()))
        return StandingResponse(
            .bytes(
                json, type: .json, fields: [.cacheControl: "public, max-age=300", .eTag: "\"\(try digest(json))\""])
        ).response
    }
}

extension RouteDescription {
    fileprivate static var getDescription: RouteDescription {
        RouteDescription(
            "getDescription", .operations, "This description",
            answers: [
                .ok(
                    "The description as JSON. Of `servers` there is one, with the address under which people reach it.",
                    Schema.object(
                        .required("openapi", .string), .required("info", .anything),
                        .required("servers", .array(of: .anything).with("minItems", 1).with("maxItems", 1)),
                        .required("tags", .array(of: .anything)), .required("paths", .anything),
                        .required("components", .anything)
                    ).described("An OpenAPI document, version 3.1.").named("Description"),
                    fields: [.eTag, .fiveMinutes])
            ])
    }
}
