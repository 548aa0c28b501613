public import FoundationEssentials

/// Hands bytes over TLS to who answers nothing, as a collector of syslog.
///
/// The peer's certificate is always checked: its chain, its time and its name. Calls may run at the same time,
/// each over a connection of its own.
public protocol SecureDelivering: Sendable {
    /// Hands over bytes, and returns once the peer has read them to their end and said so, by the end of TLS
    /// that follows ours (`close_notify`; RFC 5425, section 4.4).
    ///
    /// What the peer does with them then, nobody tells. When the task is cancelled, it ends at once.
    ///
    /// - Throws: What failed; the peer may have any part of the bytes, or none.
    func deliver(_ bytes: Data, to peer: SecurePeer) async throws(SecureDeliveryError)
}

/// Why a peer may not have what was handed over.
public struct SecureDeliveryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed, for logs: in English, and with nothing of what was handed over.
    public let description: String

    /// Creates an error.
    public init(_ description: String) {
        self.description = description
    }
}
