import FoundationEssentials
import SecureDeliveryAPI
import SecurityMetricsServiceAPI

/// Sends events to a collector of syslog over TLS (RFC 5425).
///
/// Syslog answers nothing, so each batch has a connection of its own: its end tells that the collector has read
/// all of it. What comes again has the same `id`.
struct SyslogForwarder: EventForwarding {
    let name = "syslog"
    /// At most 200 kB.
    let largestBatch = 100
    let takesPersonalData: Bool
    let peer: SecurePeer
    let format: SyslogFormat
    let delivery: any SecureDelivering

    func forward(_ events: [ForwardedEvent]) async throws(ForwardingError) {
        let frames = events.reduce(into: Data()) { $0 += format.frame($1) }
        do throws(SecureDeliveryError) {
            try await delivery.deliver(frames, to: peer)
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }
}
