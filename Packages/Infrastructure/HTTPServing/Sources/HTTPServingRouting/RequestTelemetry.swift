public import HTTPServingAPI
import HTTPTypes
public import TelemetryAPI

/// Logs each request and counts it.
public struct RequestTelemetry: RequestObserver {
    private static let knownMethods: Set<HTTPMethod> = [.get, .head, .post, .put, .patch, .delete, .options]

    private let logger: Logger
    private let requests: any Counter
    private let seconds: any Histogram

    /// Registers the metrics.
    ///
    /// - Throws: ``TelemetryAPI/MetricsError`` when the names are taken by
    ///   something else.
    public init(logger: Logger, metrics: any MetricsRegistry) throws(MetricsError) {
        self.logger = logger.labelled("http")
        requests = try metrics.counter(
            "essentiald_http_requests_total", help: "Requests by route, method and status.",
            labels: ["route", "method", "status"])
        seconds = try metrics.histogram(
            "essentiald_http_request_seconds", help: "Time from a request's header to the end of its answer.",
            labels: ["route"])
    }

    /// Counts the requests and writes a line about each.
    public func requestsDidEnd(_ reports: [RequestReport]) {
        for report in reports { count(report) }
        logger.log(reports.map(Self.line))
    }

    private func count(_ report: RequestReport) {
        let route = report.routePattern ?? "none"
        let status = report.status.map(\.description) ?? "none"
        requests.increment(["route": route, "method": Self.label(report.method), "status": status])
        seconds.observe(report.duration, ["route": route])
    }

    private static func line(_ report: RequestReport) -> Logger.Line {
        Logger.Line(
            report.status?.isServerError == true ? .warning : .info, "answered a request",
            [
                "method": report.method.rawValue, "path": report.path, "route": report.routePattern,
                "status": report.status?.rawValue, "seconds": report.duration, "received": report.receivedBytes,
                "sent": report.sentBytes, "complete": report.isComplete, "peer": report.peer.ip.description,
            ], requestID: report.requestID)
    }

    /// Writes down what the client must not see.
    public func requestDidFail(_ request: ServerRequest, error: any Error) {
        logger.log(
            .error, "a request failed unexpectedly",
            ["route": request.routePattern, "error": String(describing: error)], requestID: request.requestID)
    }

    /// Methods are the client's to invent; labels must be few.
    private static func label(_ method: HTTPMethod) -> String {
        knownMethods.contains(method) ? method.rawValue : "other"
    }
}
