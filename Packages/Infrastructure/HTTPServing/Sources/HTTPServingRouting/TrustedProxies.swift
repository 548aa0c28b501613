import HTTPServingAPI
import HTTPTypes

/// Finds out who sent a request that came through trusted proxies.
struct TrustedProxies: Sendable {
    let networks: [IPNetwork]

    /// Puts the client in the place of the proxy.
    ///
    /// `X-Forwarded-For` grows at its end, and only what a trusted proxy wrote
    /// counts: the client is the last address that isn't trusted. What stands
    /// before it the client may have made up.
    func resolve(_ request: inout ServerRequest) {
        guard !networks.isEmpty, isTrusted(request.peer.ip) else { return }
        let hops = request.fields.values(of: "X-Forwarded-For").flatMap { $0.split(separator: ",") }
        for hop in hops.reversed() {
            guard let address = Self.address(hop) else { break }
            request.peer = address
            guard isTrusted(address.ip) else { break }
        }
        if let scheme = request.fields.values(of: "X-Forwarded-Proto").last?.split(separator: ",").last {
            request.isSecure = scheme.filter { $0 != " " }.lowercased() == "https"
        }
    }

    private func isTrusted(_ address: IPAddress) -> Bool {
        networks.contains { $0.contains(address) }
    }

    /// Reads an address with or without brackets and port.
    private static func address(_ hop: Substring) -> SocketAddress? {
        let text = hop.filter { $0 != " " && $0 != "\t" }
        if let ip = IPAddress(text) { return SocketAddress(ip: ip, port: 0) }
        guard let colon = text.lastIndex(of: ":") else { return bracketed(text[...]) }
        if let port = Int(text[text.index(after: colon)...]) {
            let host = text[..<colon]
            return (IPAddress(host).map { SocketAddress(ip: $0, port: port) })
                ?? bracketed(host).map { SocketAddress(ip: $0.ip, port: port) }
        }
        return bracketed(text[...])
    }

    private static func bracketed(_ text: Substring) -> SocketAddress? {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
        return IPAddress(text.dropFirst().dropLast()).map { SocketAddress(ip: $0, port: 0) }
    }
}
