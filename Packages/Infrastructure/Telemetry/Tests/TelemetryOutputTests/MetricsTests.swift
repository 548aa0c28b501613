import KernelTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct MetricsTests {
    private let metrics = InMemoryMetrics()

    /// Checked by hand against the exposition format, version 0.0.4.
    @Test func showsMetricsAsCollectorsReadThem() async throws {
        let requests = try metrics.counter(
            "essentiald_http_requests_total", help: "Requests answered.", labels: ["route", "method", "status"])
        requests.increment(["route": "/feed", "method": "GET", "status": "200"])
        requests.increment(by: 2, ["route": "/feed", "method": "GET", "status": "200"])
        requests.increment(["route": "a\\b\"c\nd", "method": "ñ"])
        let sessions = try metrics.gauge("essentiald_sessions_active", help: "Back\\slash\nand line.")
        let seconds = try metrics.histogram(
            "essentiald_http_request_seconds", help: "How long answers take.", labels: ["route"],
            buckets: [0.005, 0.5, 1])
        for value in [0.001, 0.005, 0.25, 1, 7] { seconds.observe(value, ["route": "/feed"]) }
        seconds.observe(.milliseconds(500), ["route": "/"])
        _ = try metrics.counter("essentiald_lockouts_total", help: "Accounts locked.")
        let odd = try metrics.gauge("odd", help: "Odd values.", labels: ["kind"])
        odd.set(.nan, ["kind": "nan"])
        odd.set(.infinity, ["kind": "+"])
        odd.set(-.infinity, ["kind": "-"])
        odd.set(1.5e20, ["kind": "big"])
        odd.set(-0.000_012_5, ["kind": "small"])

        let text = await metrics.text(refreshing: [MetricSource { sessions.set(3) }])
        #expect(metrics.contentType == "text/plain; version=0.0.4; charset=utf-8")
        #expect(
            text == #"""
                # HELP essentiald_http_request_seconds How long answers take.
                # TYPE essentiald_http_request_seconds histogram
                essentiald_http_request_seconds_bucket{route="/",le="0.005"} 0
                essentiald_http_request_seconds_bucket{route="/",le="0.5"} 1
                essentiald_http_request_seconds_bucket{route="/",le="1"} 1
                essentiald_http_request_seconds_bucket{route="/",le="+Inf"} 1
                essentiald_http_request_seconds_sum{route="/"} 0.5
                essentiald_http_request_seconds_count{route="/"} 1
                essentiald_http_request_seconds_bucket{route="/feed",le="0.005"} 2
                essentiald_http_request_seconds_bucket{route="/feed",le="0.5"} 3
                essentiald_http_request_seconds_bucket{route="/feed",le="1"} 4
                essentiald_http_request_seconds_bucket{route="/feed",le="+Inf"} 5
                essentiald_http_request_seconds_sum{route="/feed"} 8.256
                essentiald_http_request_seconds_count{route="/feed"} 5
                # HELP essentiald_http_requests_total Requests answered.
                # TYPE essentiald_http_requests_total counter
                essentiald_http_requests_total{route="/feed",method="GET",status="200"} 3
                essentiald_http_requests_total{route="a\\b\"c\nd",method="ñ",status=""} 1
                # HELP essentiald_lockouts_total Accounts locked.
                # TYPE essentiald_lockouts_total counter
                essentiald_lockouts_total 0
                # HELP essentiald_sessions_active Back\\slash\nand line.
                # TYPE essentiald_sessions_active gauge
                essentiald_sessions_active 3
                # HELP odd Odd values.
                # TYPE odd gauge
                odd{kind="+"} +Inf
                odd{kind="-"} -Inf
                odd{kind="big"} 1.5e+20
                odd{kind="nan"} NaN
                odd{kind="small"} -1.25e-05

                """#)
    }

    @Test func countersOnlyGrow() throws {
        let counter = try metrics.counter("c_total", help: "C.")
        counter.increment()
        counter.increment(by: -5, [:])
        counter.increment(by: .nan, [:])
        counter.increment(by: .infinity, [:])
        #expect(metrics.value(of: "c_total") == 1)
    }

    @Test func gaugesGoUpAndDown() throws {
        let gauge = try metrics.gauge("g", help: "G.")
        gauge.add(3)
        gauge.add(-5)
        #expect(metrics.value(of: "g") == -2)
    }

    @Test func boundsTheNumberOfSeries() throws {
        let metrics = InMemoryMetrics(maximumSeries: 3)
        let counter = try metrics.counter("c_total", help: "C.", labels: ["a", "b"])
        for number in 0..<100 { counter.increment(["a": "\(number)", "b": "x"]) }
        counter.increment(["a": "1", "b": "x"])
        #expect(metrics.value(of: "c_total", ["a": "1", "b": "x"]) == 2)
        #expect(metrics.value(of: "c_total", ["a": "50", "b": "x"]) == nil)
        #expect(metrics.value(of: "c_total", ["a": "other", "b": "other"]) == 97)
        #expect(metrics.text.split(separator: "\n").count == 2 + 4)
    }

    @Test func boundsTheLengthOfLabels() throws {
        let counter = try metrics.counter("c_total", help: "C.", labels: ["agent"])
        counter.increment(["agent": String(repeating: "x", count: 257)])
        counter.increment(["agent": String(repeating: "x", count: 256)])
        #expect(metrics.value(of: "c_total", ["agent": "other"]) == 1)
        #expect(metrics.value(of: "c_total", ["agent": String(repeating: "x", count: 256)]) == 1)
    }

    @Test func handsBackTheSameMetric() throws {
        try metrics.counter("c_total", help: "C.", labels: ["a"]).increment(["a": "x"])
        try metrics.counter("c_total", help: "C.", labels: ["a"]).increment(["a": "x"])
        #expect(metrics.value(of: "c_total", ["a": "x"]) == 2)
    }

    @Test func refusesConflicts() throws {
        _ = try metrics.counter("c_total", help: "C.", labels: ["a"])
        _ = try metrics.histogram("h_seconds", help: "H.")
        let conflict = MetricsError.conflict(metric: "c_total")
        #expect(throws: conflict) { try metrics.gauge("c_total", help: "C.", labels: ["a"]) }
        #expect(throws: conflict) { try metrics.counter("c_total", help: "D.", labels: ["a"]) }
        #expect(throws: conflict) { try metrics.counter("c_total", help: "C.", labels: ["b"]) }
        #expect(throws: MetricsError.conflict(metric: "h_seconds")) {
            try metrics.histogram("h_seconds", help: "H.", labels: [], buckets: [1])
        }
        #expect(throws: MetricsError.conflict(metric: "h_seconds_count")) {
            try metrics.counter("h_seconds_count", help: "C.")
        }
    }

    @Test(arguments: ["", "1a", "a b", "a-b", "ñ", "a\n"])
    func refusesNamesThatCollectorsCannotRead(name: String) {
        #expect(throws: MetricsError.invalidName(name)) { try metrics.counter(name, help: "C.") }
    }

    @Test(arguments: ["", "1a", "a:b", "le", "__name"])
    func refusesLabelsThatCollectorsCannotRead(label: String) {
        #expect(throws: MetricsError.invalidLabel(label, metric: "c_total")) {
            try metrics.counter("c_total", help: "C.", labels: ["a", label])
        }
    }

    @Test func refusesALabelThatStandsTwice() {
        #expect(throws: MetricsError.invalidLabel("a", metric: "c_total")) {
            try metrics.counter("c_total", help: "C.", labels: ["a", "a"])
        }
    }

    @Test(arguments: [[], [1, 1], [2, 1], [1, .infinity], [.nan]])
    func refusesRangesThatDoNotGrow(buckets: [Double]) {
        #expect(throws: MetricsError.invalidBuckets(metric: "h")) {
            try metrics.histogram("h", help: "H.", labels: [], buckets: buckets)
        }
    }

    @Test func losesNoUpdateOfConcurrentWriters() async throws {
        let counter = try metrics.counter("c_total", help: "C.", labels: ["a"])
        let histogram = try metrics.histogram("h_seconds", help: "H.")
        let metrics = metrics
        await withTaskGroup { group in
            for writer in 0..<8 {
                group.addTask {
                    for _ in 0..<500 {
                        counter.increment(["a": "\(writer % 2)"])
                        histogram.observe(0.5)
                    }
                    _ = metrics.text
                }
            }
        }
        #expect(metrics.value(of: "c_total", ["a": "0"]) == 2_000)
        #expect(metrics.value(of: "c_total", ["a": "1"]) == 2_000)
        #expect(metrics.value(of: "h_seconds") == 4_000)
    }
}
