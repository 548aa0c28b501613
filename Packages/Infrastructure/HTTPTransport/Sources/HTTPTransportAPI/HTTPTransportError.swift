import Localization
public import Presenting

/// Why there is no complete answer.
///
/// Reasons are for logs: they are in English and hold no header, no body and
/// nothing of the address but its host.
public enum HTTPTransportError: Error, Sendable, Hashable {
    /// The server could not be reached, or the connection was lost; `server` is
    /// its host and port, if known, and `hasAnswered` whether it did before, so
    /// that its address is right.
    case connectivity(reason: String, server: String? = nil, hasAnswered: Bool = false)
    /// One of the limits on time passed.
    case timedOut
    /// No secure connection could be made: the certificate, its name or the
    /// protocol version was refused.
    ///
    /// `server` is its host and port, if known, and `authorities` the file of
    /// certificates that are trusted; nil for those of the system.
    case tls(reason: String, server: String? = nil, authorities: String? = nil)
    /// The pins of the host's keys allow no connection: its key is another one, or nobody knows which it may be now.
    ///
    /// Nothing was sent.
    case refusedByPins(Obstacle)
    /// The task was cancelled, or the transport stopped.
    case cancelled
    /// Head or body of the answer has more than `limit` bytes.
    case tooLarge(limit: Int)
    /// What came is not HTTP, or not what its head promised.
    case invalidResponse(reason: String)
    /// The request can't be sent as it stands: its address, a header field, a
    /// method, or a body that does not go with the method.
    case invalidRequest(reason: String)
    /// Plain `http` to a host that is not loopback.
    case insecureAddress
    /// The credentials that the request needs can't be had on this device, as
    /// when they are locked away; nothing was sent.
    case credentialsUnavailable(Obstacle)
    /// A file could not be read or written.
    case fileSystem(reason: String)
}

extension HTTPTransportError: CustomStringConvertible {
    /// What logs say.
    public var description: String {
        switch self {
        case .connectivity(let reason, _, _), .invalidRequest(let reason), .fileSystem(let reason): reason
        case .timedOut: "a limit on time passed"
        case .tls(let reason, _, _): "no secure connection: \(reason)"
        case .cancelled: "cancelled"
        case .tooLarge(let limit): "more than \(limit) bytes"
        case .invalidResponse(let reason): "no proper answer: \(reason)"
        case .insecureAddress: "plain http to another machine"
        case .credentialsUnavailable(let obstacle), .refusedByPins(let obstacle): obstacle.code
        }
    }
}
