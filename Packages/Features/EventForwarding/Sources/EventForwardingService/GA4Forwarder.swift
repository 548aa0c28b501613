import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import SecurityMetricsServiceAPI
import TelemetryAPI

/// Counts events in Google Analytics 4 by its Measurement Protocol, for apps of Firebase and for the web.
///
/// Google answers 2xx to whatever arrives, and knows no repetition: what comes again is counted again, under the
/// same `event_id`. Nothing about anybody goes there, and no setting changes that.
struct GA4Forwarder: EventForwarding {
    let name = "ga4"
    /// “Limitations” of the protocol, as the numbers below.
    let largestBatch = 25
    let takesPersonalData = false
    private static let longestName = 40
    private static let longestValue = 100
    let stream: GA4Stream
    let instance: String
    let file: SecretFile
    let address: ReceiverAddress
    let transport: any HTTPTransport
    let log: Logger

    func forward(_ events: [ForwardedEvent]) async throws(ForwardingError) {
        guard let secret = file.readAPISecret() else {
            throw .unavailable(reason: "its secret can't be read from \(file.path)")
        }
        // An address holds it in the clear: that is where the protocol wants it.
        let url = secret.withText { secret in
            URL(
                string: "\(address.url.absoluteString)?\(stream.parameters.stream)=\(stream.configurationText)"
                    + "&api_secret=\(secret ?? "")")
        }
        guard let url else {
            throw .unavailable(reason: "its address can't be used")
        }
        let answer = try await EventReceiver(url: url, transport: transport).post(
            body(of: events), [.contentType: "application/json"])
        // Only the server for trying things out says something.
        if let findings = Validation.findings(in: answer), !findings.isEmpty {
            log.error(
                "Google Analytics found something wrong with security events",
                ["forwarder": name, "count": findings.count, "reason": findings[0].validationCode])
        }
    }

    /// What the validation server answers.
    private struct Validation: Decodable {
        struct Finding: Decodable { let validationCode: String? }
        let validationMessages: [Finding]?

        static func findings(in answer: Data) -> [Finding]? {
            (try? WireDecoder().decode(Validation.self, from: answer))?.validationMessages
        }
    }

    // MARK: Writing

    private func body(of events: [ForwardedEvent]) -> Data {
        var writer = JSONWriter(capacity: events.count * 320)
        writer.object { writer in
            writer.member(stream.parameters.instance)
            writer.write(instance)
            writer.member("consent")
            writer.object { writer in
                writer.member("ad_user_data"); writer.write("DENIED")
                writer.member("ad_personalization"); writer.write("DENIED")
            }
            writer.member("events")
            writer.array { writer in for event in events { Self.write(event, to: &writer) } }
        }
        return writer.data
    }

    private static func write(_ event: ForwardedEvent, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name")
            writer.write(name(of: event.kind))
            writer.member("timestamp_micros")
            writer.write(Int(event.milliseconds) * 1_000)
            writer.member("params")
            writer.object { writer in
                writer.member("event_id"); writer.write(event.id.lowercaseText)
                writer.member("kind"); writer.write(shortened(event.kind))
                writer.member("severity"); writer.write(event.severity.rawValue)
                writer.member("outcome"); writer.write(event.outcome.rawValue)
                writer.member("position"); writer.write(event.position)
                if let cause = event.cause { writer.member("cause"); writer.write(shortened(cause)) }
            }
        }
    }

    /// Letters, digits and `_`, with a beginning that none of the reserved names has.
    private static func name(of kind: String) -> String {
        let letters = kind.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return String(("security_" + letters).prefix(longestName))
    }

    /// No longer than Google takes it, in the units of JavaScript.
    private static func shortened(_ text: String) -> String {
        var length = 0
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix { scalar in
                    length += scalar.utf16.count
                    return length <= longestValue
                }))
    }
}
