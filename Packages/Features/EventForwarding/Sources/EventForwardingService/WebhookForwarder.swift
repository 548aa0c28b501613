import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPTypes
import SecurityMetricsServiceAPI

/// Posts events to an operator's own address, signed as Standard Webhooks 1.0.0 has it.
///
/// What is signed is `id.timestamp.body`, so a receiver refuses what is older than five minutes, and
/// knows a repetition by the id: the same events come under the same one, whatever failed.
struct WebhookForwarder: EventForwarding {
    let name = "webhook"
    /// About 30 kB.
    let largestBatch = 100
    let takesPersonalData: Bool
    let receiver: EventReceiver
    let secrets: WebhookSecrets
    let cryptography: Cryptography
    let now: @Sendable () -> Date

    func forward(_ events: [ForwardedEvent]) async throws(ForwardingError) {
        guard let first = events.first else { return }
        guard let signing = secrets.read() else {
            throw .unavailable(reason: "its secrets can't be read from \(secrets.file.path)")
        }
        let id = "\(first.id.lowercaseText)-\(events.count)", body = Self.body(of: events, since: first)
        let timestamp = Int64(now().timeIntervalSince1970.rounded(.down))
        var signatures: [String] = []
        do {
            let signed = Data("\(id).\(timestamp).".utf8) + body
            for secret in signing {
                let key = try cryptography.keys.makeKey(copying: secret)
                let code = try cryptography.authentication.authenticationCode(for: signed, using: key)
                signatures.append("v1,\(code.base64EncodedString())")
            }
        } catch {
            throw .unavailable(reason: "it can't be signed: \(error)")
        }
        try await receiver.post(
            body,
            [
                .contentType: "application/json", "webhook-id": id, "webhook-timestamp": "\(timestamp)",
                "webhook-signature": signatures.joined(separator: " "),
            ])
    }

    private static func body(of events: [ForwardedEvent], since first: ForwardedEvent) -> Data {
        var writer = JSONWriter(capacity: events.count * 320)
        writer.object { writer in
            writer.member("data")
            writer.object { writer in
                writer.member("events")
                writer.array { writer in for event in events { event.write(to: &writer) } }
            }
            writer.member("timestamp")
            writer.write(first.time)
            writer.member("type")
            writer.write("security.events")
        }
        return writer.data
    }
}
