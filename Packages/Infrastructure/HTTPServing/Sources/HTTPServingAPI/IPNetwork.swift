/// A range of addresses with a common prefix, such as `10.0.0.0/8`.
public struct IPNetwork: Hashable, Sendable, CustomStringConvertible {
    /// The first address of the range.
    public let address: IPAddress
    /// The number of leading bits that all addresses share.
    public let prefixLength: Int

    /// Creates the range of all addresses that share `prefixLength` bits with
    /// `address`; a longer prefix than the address has is shortened.
    public init(_ address: IPAddress, prefixLength: Int) {
        let length = min(max(prefixLength, 0), address.bytes.count * 8)
        let masked = address.bytes.enumerated().map { index, byte in
            let kept = min(max(length - index * 8, 0), 8)
            return kept == 0 ? 0 : byte & (0xFF << UInt8(8 - kept))
        }
        self.address = IPAddress(bytes: masked) ?? address
        self.prefixLength = length
    }

    /// Reads `10.0.0.0/8`, `2001:db8::/32` or a single address.
    ///
    /// - Returns: nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(first), parts.count <= 2 else { return nil }
        let bits = address.bytes.count * 8
        guard parts.count == 2 else {
            self.init(address, prefixLength: bits)
            return
        }
        guard let length = Int(parts[1]), (0...bits).contains(length) else { return nil }
        self.init(address, prefixLength: length)
    }

    /// Whether `candidate` lies in the range.
    public func contains(_ candidate: IPAddress) -> Bool {
        candidate.isIPv4 == address.isIPv4 && IPNetwork(candidate, prefixLength: prefixLength).address == address
    }

    /// The range in CIDR notation.
    public var description: String { "\(address)/\(prefixLength)" }
}

extension IPAddress {
    /// Whom to count as one client: the address itself, of IPv6 the network of
    /// 64 bits, in which everybody chooses their address (RFC 4291, 2.5.4).
    public var client: IPNetwork { IPNetwork(self, prefixLength: isIPv4 ? 32 : 64) }
}
