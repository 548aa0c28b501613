public import HTTPServingAPI
import HTTPTypes
import Localization
import TelemetryAPI

/// Finds the route of a request and turns whatever its handler does into an
/// answer.
///
/// It answers 404, 405 with `Allow`, OPTIONS, and HEAD by the route of GET;
/// limits bodies, and refuses coded ones; writes problems as `application/problem+json`; answers
/// preconditions and ranges; and adds the header fields that every answer has.
public struct Router: HTTPResponding {
    private let table: RouteTable
    private let middlewares: [any HTTPMiddleware]
    /// The path under which all routes hang, with a slash at its end.
    private let basePath: String
    /// The paths that are answered at the root, too.
    private let rootPaths: Set<String>
    private let observer: any RequestObserver
    private let problems: ProblemRenderer
    private let proxies: TrustedProxies
    private let explain: @Sendable (any Error) -> HTTPProblem?

    /// Creates a router.
    ///
    /// - Parameters:
    ///   - routes: the routes of all plugins.
    ///   - middlewares: the middlewares of all plugins, the outermost first.
    ///   - settings: how to answer.
    ///   - observer: hears of unexpected errors.
    ///   - page: writes a problem for who came with a browser; nil to write all of
    ///     them for programs.
    ///   - explain: what an unexpected error, or a problem with 503, means to
    ///     whoever asks, such as a full disk; nil for `internal_error`, or for the
    ///     problem as it is.
    /// - Throws: ``RouterError``, each case for what it says.
    public init(
        routes: [Route], middlewares: [any HTTPMiddleware] = [], settings: RouterSettings = RouterSettings(),
        observer: any RequestObserver, page: (@Sendable (HTTPProblem, ServerRequest) -> ServerResponse)? = nil,
        explain: @escaping @Sendable (any Error) -> HTTPProblem? = { _ in nil }
    ) throws(RouterError) {
        self.explain = explain
        basePath = settings.basePath + "/"
        rootPaths = Set(routes.filter(\.isAtRoot).map(\.pattern))
        table = try RouteTable(routes, under: settings.basePath)
        self.middlewares = middlewares
        self.observer = observer
        problems = ProblemRenderer(base: settings.problemBase, page: page)
        proxies = TrustedProxies(networks: settings.trustedProxies)
    }

    /// Answers a request, at once if its route can.
    public func answer(_ request: consuming ServerRequest) -> HTTPAnswer {
        proxies.resolve(&request)
        let destination = route(&request)
        if case .route(let route) = destination, let response = answerAtOnce(request, by: route) {
            return .ready(finish(response, for: request))
        }
        return .pending { [request] in
            let response = await LogContext.$requestID.withValue(request.requestID) {
                await respond(to: request, at: destination, through: middlewares[...])
            }
            return finish(response, for: request)
        }
    }

    /// Writes the answer to a request that the server refuses.
    public func refuse(_ request: ServerRequest, because problem: HTTPProblem) -> ServerResponse {
        finish(problems.response(for: problem, to: request), for: request)
    }

    // MARK: Finding the route

    private enum Destination: Sendable {
        case route(Route)
        case options([HTTPMethod])
        case problem(HTTPProblem)
    }

    private func route(_ request: inout ServerRequest) -> Destination {
        if request.path == "*" {
            return request.method == .options ? .options(table.methods) : .problem(.badRequest())
        }
        if let route = table.literal(request.method, request.path) {
            request.route = route
            request.body = request.body.limited(to: route.bodyLimit)
            return .route(route)
        }
        let root = rootPaths.contains(request.path) ? "/" : basePath
        guard request.path.utf8.starts(with: root.utf8) else { return .problem(.notFound) }
        let path = Array(request.path.utf8.dropFirst(root.utf8.count))
        var segments: [String] = []
        let parts = path.isEmpty ? [] : path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for part in parts {
            guard let segment = PercentEncoding.decode(part) else { return .problem(Self.invalidPath) }
            segments.append(segment)
        }
        switch table.lookup(request.method, segments: segments) {
        case .found(let match):
            request.pathParameters = match.parameters
            request.route = match.route
            request.body = request.body.limited(to: match.route.bodyLimit)
            return .route(match.route)
        case .otherMethods(let methods) where request.method == .options: return .options(methods)
        case .otherMethods(let methods): return .problem(.methodNotAllowed(allowed: methods))
        case .nothing: return .problem(.notFound)
        }
    }

    private static let invalidPath = HTTPProblem.badRequest(
        LocalizedText(
            en: "The path has a broken escape or is not UTF-8.",
            es: "La ruta tiene un escape incorrecto o no es UTF-8."))

    // MARK: Answering

    private func answerAtOnce(_ request: ServerRequest, by route: Route) -> ServerResponse? {
        guard let atOnce = route.atOnce, request.body.declaredLength == 0,
            !middlewares.contains(where: { $0.concerns(request) })
        else { return nil }
        return atOnce(request)
    }

    private func respond(
        to request: ServerRequest, at destination: Destination, through rest: ArraySlice<any HTTPMiddleware>
    ) async -> ServerResponse {
        do {
            guard let next = rest.firstIndex(where: { $0.concerns(request) }) else {
                return try await respond(to: request, at: destination)
            }
            return try await rest[next].respond(to: request) { request in
                await respond(to: request, at: destination, through: rest[(next + 1)...])
            }
        } catch {
            return response(for: error, to: request)
        }
    }

    private func respond(to request: ServerRequest, at destination: Destination) async throws -> ServerResponse {
        switch destination {
        case .route(let route):
            try request.body.checkDeclaredLength()
            guard request.body.declaredLength == 0 || !request.hasCodedBody else {
                throw HTTPProblem.unsupportedContentCoding
            }
            return try await route.handler(request)
        case .options(let methods):
            return ServerResponse(
                status: .noContent, fields: [.allow: methods.map(\.rawValue).joined(separator: ", ")])
        case .problem(let problem): throw problem
        }
    }

    private func response(for error: any Error, to request: ServerRequest) -> ServerResponse {
        if let problem = error as? HTTPProblem {
            // A service says only that it isn't available; operators may know why.
            let known = problem.status == .serviceUnavailable ? explain(problem) : nil
            return problems.response(for: known ?? problem, to: request)
        }
        // The client left or the server stops: nobody did anything wrong, by
        // whichever error what was under way says that it was broken off.
        if Task.isCancelled {
            return problems.response(for: .unavailable(retryAfter: .seconds(1)), to: request)
        }
        observer.requestDidFail(request, error: error)
        return problems.response(for: explain(error) ?? .internalError, to: request)
    }

    // MARK: Finishing the answer

    private func finish(_ response: ServerResponse, for request: ServerRequest) -> ServerResponse {
        var finished =
            response.standing.flatMap { finish($0, for: request) }
            ?? complete(negotiate(response, for: request), for: request)
        finished.routePattern = request.routePattern
        return finished
    }

    /// An answer that many requests get, to a request that asks for nothing
    /// else.
    private func finish(_ standing: StandingResponse, for request: ServerRequest) -> ServerResponse? {
        guard !ConditionalRequests.isConditional(request) else { return nil }
        return standing.completed(isSecure: request.isSecure) { response in
            response.fields.firstInvalid == nil ? complete(response, for: request) : nil
        }
    }

    /// The answer, or the part of it that the request asks for.
    private func negotiate(_ response: ServerResponse, for request: ServerRequest) -> ServerResponse {
        do throws(HTTPProblem) {
            switch ConditionalRequests.evaluate(request, response) {
            case .proceed: return try ByteRanges.apply(to: response, for: request)
            case .notModified: return ConditionalRequests.notModified(response)
            case .failed: throw HTTPProblem.preconditionFailed
            }
        } catch {
            return problems.response(for: error, to: request)
        }
    }

    /// Adds what every answer has.
    private func complete(_ response: ServerResponse, for request: ServerRequest) -> ServerResponse {
        var response = response
        if let invalid = response.fields.firstInvalid {
            observer.requestDidFail(request, error: InvalidResponseField(name: invalid.name.description))
            response = problems.response(for: .internalError, to: request)
        }
        SecurityHeaders.add(to: &response, isSecure: request.isSecure)
        response.body = response.body.inLogContext(of: request)
        return response
    }
}

/// A handler made a header field that can't be sent, say with a line end in it.
struct InvalidResponseField: Error, CustomStringConvertible {
    let name: String

    var description: String { "the field \(name) of an answer can't be sent" }
}

extension ServerRequest {
    /// Whether the body is compressed, or coded in another way (RFC 9110, section
    /// 8.4): no handler undoes that, and what it is to one reader isn't to another.
    fileprivate var hasCodedBody: Bool {
        fields.values(of: "Content-Encoding").flatMap { $0.split(separator: ",") }.contains { coding in
            !["", "identity"].contains(coding.filter { $0 != " " && $0 != "\t" }.lowercased())
        }
    }
}

extension ResponseBody {
    /// The same body, whose producer logs under the request's identifier.
    fileprivate func inLogContext(of request: ServerRequest) -> ResponseBody {
        let id = request.requestID
        return switch self {
        case .stream(let produce):
            .stream { writer in try await LogContext.$requestID.withValue(id) { try await produce(writer) } }
        case .events(let produce):
            .events { writer in try await LogContext.$requestID.withValue(id) { try await produce(writer) } }
        case .none, .bytes, .file: self
        }
    }
}
