import HTTPTransportAPI

/// What all requests of a transport have in common.
struct TransportSettings: Sendable {
    /// The value of `User-Agent`.
    var userAgent: String
    /// A file of certificate authorities that replaces those of the system.
    var authorityFile: String?
    /// Whether the server has answered before.
    var hasAnswered: @Sendable () -> Bool
    /// Who has pins of hosts.
    var pinnings: @Sendable () -> [any HostPinning]

    /// TLS 1.2 only with forward secrecy and authenticated encryption; TLS 1.3
    /// has nothing else (RFC 9325, section 4.2).
    static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"
}
