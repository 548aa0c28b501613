import HTTPServingAPI
import HTTPTypes

/// Finds out who sent a request that came through trusted proxies.
struct TrustedProxies: Sendable {
    let networks: [IPNetwork]

    /// Puts the client in the place of the proxy.
    ///
    /// `X-Forwarded-For` and `Forwarded` (RFC 7239) grow at their ends, and only
    /// what a trusted proxy wrote counts: the client is the last address that
    /// isn't trusted. What stands before it the client may have made up. An
    /// entry without an address ends the way: an earlier one is never believed
    /// in its place.
    ///
    /// A proxy that writes one of the two mostly passes on the other as it came.
    /// Nobody can say which of two clients is made up, so neither counts.
    func resolve(_ request: inout ServerRequest) {
        guard !networks.isEmpty, isTrusted(request.peer.ip) else { return }
        let elements = request.fields.values(of: "Forwarded").flatMap { ForwardedElement.read($0) }
        let ways = [
            request.fields.values(of: "X-Forwarded-For").flatMap { field in
                field.split(separator: ",", omittingEmptySubsequences: false).map { Self.address($0) }
            }, elements.map { element in element.parameters["for"].flatMap { Self.address($0[...]) } },
        ]
        let clients = ways.filter { !$0.isEmpty }.map { client($0, behind: request.peer) }
        if let first = clients.first {
            let isOne = clients.allSatisfy { $0.address?.ip == first.address?.ip && $0.proxy.ip == first.proxy.ip }
            request.isPeerKnown = isOne && first.address != nil
            if isOne { request.peer = first.address ?? first.proxy }
        }
        let schemes = [
            request.fields.values(of: "X-Forwarded-Proto").last?.split(separator: ",").last.map(String.init),
            elements.last?.parameters["proto"],
        ].compactMap { $0?.filter { $0 != " " }.lowercased() }
        if !schemes.isEmpty { request.isSecure = schemes.allSatisfy { $0 == "https" } }
    }

    /// Goes back from a proxy, entry by entry.
    ///
    /// - Returns: The client, nil if an entry on the way to it has no address, and
    ///   the proxy that wrote its entry.
    private func client(
        _ entries: [SocketAddress?], behind peer: SocketAddress
    ) -> (address: SocketAddress?, proxy: SocketAddress) {
        var proxy = peer
        for (index, entry) in entries.enumerated().reversed() {
            guard let entry, index > 0, isTrusted(entry.ip) else { return (entry, proxy) }
            proxy = entry
        }
        return (nil, proxy)
    }

    private func isTrusted(_ address: IPAddress) -> Bool {
        networks.contains { $0.contains(address) }
    }

    /// Reads an address with or without brackets and port; a port that begins
    /// with `_` hides which it is (RFC 7239, section 6.3).
    private static func address(_ hop: Substring) -> SocketAddress? {
        let text = hop.filter { $0 != " " && $0 != "\t" }
        if let ip = IPAddress(text) { return SocketAddress(ip: ip, port: 0) }
        guard let colon = text.lastIndex(of: ":") else { return bracketed(text[...]) }
        let name = text[text.index(after: colon)...]
        guard let port = Int(name) ?? (name.hasPrefix("_") ? 0 : nil) else { return bracketed(text[...]) }
        let host = text[..<colon]
        return (IPAddress(host).map { SocketAddress(ip: $0, port: port) })
            ?? bracketed(host).map { SocketAddress(ip: $0.ip, port: port) }
    }

    private static func bracketed(_ text: Substring) -> SocketAddress? {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
        return IPAddress(text.dropFirst().dropLast()).map { SocketAddress(ip: $0, port: 0) }
    }
}
