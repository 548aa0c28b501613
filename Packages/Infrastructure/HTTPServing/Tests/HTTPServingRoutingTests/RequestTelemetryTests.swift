import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import TelemetryAPI
import Testing

struct RequestTelemetryTests {
    /// Keeps what is logged and counted.
    private final class TelemetrySpy: LogHandler, MetricsRegistry, Counter, Histogram {
        let minimumLevel = LogLevel.trace
        let records = Locked<[LogRecord]>([])
        let names = Locked<[String]>([])
        let counts = Locked<[MetricLabels]>([])
        let amounts = Locked<[Double]>([])
        let values = Locked<[Double]>([])

        func write(_ record: LogRecord) { records.withLock { $0.append(record) } }

        func counter(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Counter {
            names.withLock { $0.append(name) }
            return self
        }

        func gauge(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Gauge {
            throw .conflict(metric: name)
        }

        func histogram(
            _ name: String, help: String, labels: [String], buckets: [Double]
        ) throws(MetricsError) -> any Histogram {
            names.withLock { $0.append(name) }
            return self
        }

        func increment(by amount: Double, _ labels: MetricLabels) {
            counts.withLock { $0.append(labels) }
            amounts.withLock { $0.append(amount) }
        }

        func observe(_ values: [Double], _ labels: MetricLabels) { self.values.withLock { $0 += values } }
    }

    private static func report(_ method: HTTPMethod, route: String?, status: HTTPStatus?) -> RequestReport {
        RequestReport(
            method: method, routePattern: route, path: "/image/7", status: status, duration: .milliseconds(250),
            receivedBytes: 1, sentBytes: 2, isComplete: true, requestID: "r-1",
            peer: SocketAddress(ip: .loopback, port: 1))
    }

    @Test func logsAndCounts() throws {
        let spy = TelemetrySpy()
        let telemetry = try RequestTelemetry(logger: Logger(label: "", handler: spy), metrics: spy)
        #expect(spy.names.current == ["essentiald_http_requests_total", "essentiald_http_request_seconds"])
        telemetry.requestsDidEnd([Self.report(.get, route: "/image/{id}", status: .ok)])
        #expect(spy.counts.current == [["route": "/image/{id}", "method": "GET", "status": "200"]])
        #expect(spy.values.current == [0.25])
        let record = try #require(spy.records.current.first)
        #expect(record.level == .info)
        #expect(record.requestID == "r-1")
        #expect(record.fields["path"] == .string("/image/7"))
        #expect(record.fields["status"] == .integer(200))
    }

    @Test func countsAlikeRequestsTogether() throws {
        let spy = TelemetrySpy()
        let telemetry = try RequestTelemetry(logger: Logger(label: "", handler: spy), metrics: spy)
        let (one, other) = (Self.report(.get, route: "/a", status: .ok), Self.report(.head, route: "/a", status: .ok))
        telemetry.requestsDidEnd([one, one, other, one])
        #expect(spy.counts.current.map { $0["method"] } == ["GET", "HEAD", "GET"])
        #expect(spy.amounts.current == [2, 1, 1])
        #expect(spy.values.current.count == 4 && spy.records.current.count == 4)
    }

    @Test func keepsLabelsFew() throws {
        let spy = TelemetrySpy()
        let telemetry = try RequestTelemetry(logger: Logger(label: "", handler: spy), metrics: spy)
        telemetry.requestsDidEnd([Self.report(HTTPMethod(rawValue: "FROB"), route: nil, status: nil)])
        #expect(spy.counts.current == [["route": "none", "method": "other", "status": "none"]])
    }

    @Test func logsUnexpectedErrors() throws {
        struct Oops: Error {}
        let spy = TelemetrySpy()
        let telemetry = try RequestTelemetry(logger: Logger(label: "", handler: spy), metrics: spy)
        telemetry.requestDidFail(.sample(requestID: "r-2"), error: Oops())
        #expect(spy.records.current.first?.level == .error)
        #expect(spy.records.current.first?.requestID == "r-2")
        #expect(spy.records.current.first?.fields["error"] == .string("Oops()"))
    }
}
