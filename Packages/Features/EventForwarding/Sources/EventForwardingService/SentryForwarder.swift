import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import SecurityMetricsServiceAPI

/// Sends events to Sentry, each in an envelope of its own: an envelope has at most one
/// (develop.sentry.dev, “Envelopes” and “Envelope Items”).
struct SentryForwarder: EventForwarding {
    let name = "sentry"
    let largestBatch = 1
    let takesPersonalData: Bool
    let severity: LeastSeverity
    let file: SecretFile
    let transport: any HTTPTransport
    let now: @Sendable () -> Date

    func forward(_ events: [ForwardedEvent]) async throws(ForwardingError) {
        for event in events where severity.includes(event.severity) {
            guard let dsn = file.readDSN() else {
                throw .unavailable(reason: "its DSN can't be read from \(file.path)")
            }
            try await EventReceiver(url: dsn.endpoint, transport: transport).post(
                envelope(of: event),
                [
                    .contentType: "application/x-sentry-envelope",
                    "X-Sentry-Auth": "Sentry sentry_version=7, sentry_client=essentiald/1.0, sentry_key=\(dsn.key)",
                ])
        }
    }

    private func envelope(of event: ForwardedEvent) -> Data {
        let id = event.id.lowercaseText.replacing("-", with: ""), payload = Self.payload(of: event, id)
        var head = JSONWriter()
        head.object { writer in
            writer.member("event_id")
            writer.write(id)
            writer.member("sent_at")
            writer.write(now())
        }
        var item = JSONWriter()
        item.object { writer in
            writer.member("type")
            writer.write("event")
            writer.member("length")
            writer.write(payload.count)
            writer.member("content_type")
            writer.write("application/json")
        }
        let end = Data("\n".utf8)
        return head.data + end + item.data + end + payload + end
    }

    private static func payload(of event: ForwardedEvent, _ id: String) -> Data {
        var writer = JSONWriter(capacity: 640)
        writer.object { writer in
            writer.member("event_id")
            writer.write(id)
            writer.member("timestamp")
            writer.write(event.time)
            writer.member("platform")
            writer.write("other")
            writer.member("level")
            writer.write(level(of: event.severity))
            writer.member("logger")
            writer.write("essentiald.audit")
            writer.member("logentry")
            writer.object { writer in
                writer.member("formatted")
                writer.write(event.cause.map { "\(event.kind): \($0)" } ?? event.kind)
            }
            // Events of a kind are one issue.
            writer.member("fingerprint")
            writer.array { writer in writer.write(event.kind) }
            writer.member("tags")
            writer.object { writer in
                writer.member("kind")
                writer.write(event.kind)
                writer.member("outcome")
                writer.write(event.outcome.rawValue)
                writer.member("severity")
                writer.write(event.severity.rawValue)
                if let address = event.address { writer.member("address"); writer.write(address) }
            }
            writer.member("extra")
            writer.object { writer in
                writer.member("position")
                writer.write(event.position)
                if let actor = event.actor { writer.member("actor"); writer.write(actor) }
                if let session = event.session { writer.member("session"); writer.write(session) }
                if let program = event.program { writer.member("program"); writer.write(program) }
                if let user = event.user { writer.member("user"); writer.write(user) }
            }
            if let account = event.account {
                writer.member("user")
                writer.object { writer in
                    writer.member("id"); writer.write(account)
                }
            }
        }
        return writer.data
    }

    private static func level(of severity: AuditSeverity) -> String {
        switch severity {
        case .info, .notice: "info"
        case .warning: "warning"
        case .critical: "fatal"
        }
    }
}
