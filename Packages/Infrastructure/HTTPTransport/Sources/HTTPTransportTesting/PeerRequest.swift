public import FoundationEssentials
public import HTTPTypes

/// A request as it came over the wire to a ``LoopbackPeer``.
public struct PeerRequest: Sendable, Equatable {
    /// The method.
    public let method: HTTPMethod
    /// The target as it stands in the first line.
    public let target: String
    /// The header fields, in order.
    public let fields: HTTPFields
    /// The body, without the marks of a chunked one.
    public let body: Data
    /// The connection on which it came, counted from 1.
    public let connection: Int
}
