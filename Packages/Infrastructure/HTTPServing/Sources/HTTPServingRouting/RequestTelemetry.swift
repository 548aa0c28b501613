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
        var rest = reports[...]
        while let first = rest.first {
            let end = rest.firstIndex { !Self.isAlike($0, first) } ?? rest.endIndex
            count(rest[..<end], like: first)
            rest = rest[end...]
        }
        var records: [LogRecord] = []
        records.reserveCapacity(reports.count)
        for position in reports.indices {
            if let record = line(reports[position]) { records.append(record) }
        }
        logger.write(records)
    }

    /// Counts requests with the same labels.
    private func count(_ reports: ArraySlice<RequestReport>, like first: RequestReport) {
        let route = first.routePattern ?? "none"
        let status = first.status.map(\.description) ?? "none"
        requests.increment(
            by: Double(reports.count), ["route": route, "method": Self.label(first.method), "status": status])
        seconds.observe(reports.map(\.duration), ["route": route])
    }

    private static func isAlike(_ report: RequestReport, _ other: RequestReport) -> Bool {
        report.routePattern == other.routePattern && report.method == other.method && report.status == other.status
    }

    private func line(_ report: RequestReport) -> LogRecord? {
        logger.record(
            report.status?.isServerError == true ? .warning : .info, "answered a request",
            LogFields([
                .init("method", .string(report.method.rawValue)), .init("path", .string(report.path)),
                .init("route", report.routePattern.logValue), .init("status", (report.status?.rawValue).logValue),
                .init("seconds", report.duration.logValue), .init("received", report.receivedBytes.logValue),
                .init("sent", report.sentBytes.logValue), .init("complete", .boolean(report.isComplete)),
                .init("peer", .string(report.peer.ip.description)),
            ]), requestID: report.requestID)
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
