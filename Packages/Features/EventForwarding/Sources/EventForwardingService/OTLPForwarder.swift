import CoreModels
import FoundationEssentials
import HTTPTypes
import SecurityMetricsServiceAPI
import TelemetryAPI

/// Sends events as log records of OpenTelemetry (OTLP 1.9, “OTLP/HTTP”, in JSON).
///
/// The specification has 4xx and 500 not be retried, since telemetry may get lost. Security events may
/// not, so they come again; `log.record.uid` tells a repetition.
struct OTLPForwarder: EventForwarding {
    let name = "otlp"
    let largestBatch = 100
    let takesPersonalData: Bool
    let receiver: EventReceiver
    /// nil where none are set.
    let headers: HeaderFields?
    let log: Logger

    func forward(_ events: [ForwardedEvent]) async throws(ForwardingError) {
        var fields: HTTPFields = [:]
        if let headers {
            guard let read = headers.read() else {
                throw .unavailable(reason: "its header fields can't be read from \(headers.file.path)")
            }
            fields = read
        }
        fields.append(.contentType, "application/json")
        let answer = try await receiver.post(Self.body(of: events), fields)
        // What was rejected mustn't come again (“Partial Success”).
        if let rejected = Rejection.count(in: answer), rejected > 0 {
            log.error("the collector rejected security events", ["forwarder": name, "count": rejected])
        }
    }

    /// As much of `ExportLogsServiceResponse` as matters.
    private struct Rejection: Decodable {
        struct Part: Decodable {
            /// A number of 64 bits, which JSON has as a text, too.
            let rejectedLogRecords: Count?
        }

        struct Count: Decodable {
            let number: Int?

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                number = try (try? container.decode(Int.self)) ?? Int(container.decode(String.self))
            }
        }

        let partialSuccess: Part?

        static func count(in answer: Data) -> Int? {
            (try? WireDecoder().decode(Rejection.self, from: answer))?.partialSuccess?.rejectedLogRecords?.number
        }
    }

    // MARK: Writing

    private static func body(of events: [ForwardedEvent]) -> Data {
        var writer = JSONWriter(capacity: events.count * 640)
        writer.object { writer in
            writer.member("resourceLogs")
            writer.array { writer in
                writer.object { writer in
                    writer.member("resource")
                    writer.object { writer in
                        writer.member("attributes")
                        writer.array { writer in write("service.name", "essentiald", to: &writer) }
                    }
                    writer.member("scopeLogs")
                    writer.array { writer in
                        writer.object { writer in
                            writer.member("scope")
                            writer.object { writer in
                                writer.member("name"); writer.write("essentiald.audit")
                            }
                            writer.member("logRecords")
                            writer.array { writer in for event in events { write(event, to: &writer) } }
                        }
                    }
                }
            }
        }
        return writer.data
    }

    private static func write(_ event: ForwardedEvent, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("timeUnixNano")
            writer.write("\(event.milliseconds)000000")
            writer.member("observedTimeUnixNano")
            writer.write("\(event.milliseconds)000000")
            writer.member("severityNumber")
            writer.write(severityNumber(of: event.severity))
            writer.member("severityText")
            writer.write(event.severity.rawValue)
            writer.member("eventName")
            writer.write("essential.\(event.kind)")
            writer.member("body")
            writer.object { writer in
                writer.member("stringValue"); writer.write(event.kind)
            }
            writer.member("attributes")
            writer.array { writer in
                for (key, value) in attributes(of: event) { write(key, value, to: &writer) }
            }
        }
    }

    /// Names of the semantic conventions where they have one.
    private static func attributes(of event: ForwardedEvent) -> [(String, String)] {
        let isNetwork = event.address?.contains("/") ?? false
        let attributes: [(String, String?)] = [
            ("log.record.uid", event.id.lowercaseText), ("essential.position", "\(event.position)"),
            ("essential.outcome", event.outcome.rawValue), ("essential.account", event.account),
            ("essential.actor", event.actor),
            ("session.id", event.session), (isNetwork ? "essential.network" : "client.address", event.address),
            ("essential.cause", event.cause), ("user_agent.original", event.program),
            ("user.id", event.user.map { "\($0)" }),
        ]
        return attributes.compactMap { key, value in value.map { (key, $0) } }
    }

    private static func write(_ key: String, _ value: String, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("key")
            writer.write(key)
            writer.member("value")
            writer.object { writer in
                writer.member("stringValue"); writer.write(value)
            }
        }
    }

    /// As syslog's levels of these names (Logs Data Model, Appendix B).
    private static func severityNumber(of severity: AuditSeverity) -> Int {
        switch severity {
        case .info: 9
        case .notice: 10
        case .warning: 13
        case .critical: 18
        }
    }
}
