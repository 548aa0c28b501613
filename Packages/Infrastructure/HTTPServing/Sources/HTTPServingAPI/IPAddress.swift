/// An IPv4 or IPv6 address.
///
/// An IPv4 address mapped into IPv6 (RFC 4291, section 2.5.5.2) is held as the
/// IPv4 address it is, so that limits and allow lists see one spelling.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The 4 or 16 bytes in network order.
    public let bytes: [UInt8]

    /// Creates an address from 4 or 16 bytes in network order.
    ///
    /// - Returns: nil for any other number of bytes.
    public init?(bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16 where bytes.starts(with: Self.mappedPrefix): self.bytes = Array(bytes.suffix(4))
        case 16: self.bytes = bytes
        default: return nil
        }
    }

    /// Reads `192.0.2.1` or `2001:db8::1` (RFC 4291, section 2.2).
    ///
    /// - Returns: nil for anything else, also for a zone or a port.
    public init?(_ text: some StringProtocol) {
        let parsed = text.utf8.contains(UInt8(ascii: ":")) ? Self.parseIPv6(String(text)) : Self.parseIPv4(text)
        guard let parsed else { return nil }
        self.init(bytes: parsed)
    }

    /// Whether the address has 4 bytes.
    public var isIPv4: Bool { bytes.count == 4 }

    /// Whether the address is this machine's own: 127.0.0.0/8 or ::1.
    public var isLoopback: Bool {
        isIPv4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// The IPv4 loopback address, 127.0.0.1.
    public static let loopback = IPAddress(valid: [127, 0, 0, 1])

    /// The address in its recommended text form (RFC 5952 for IPv6).
    public var description: String {
        guard !isIPv4 else { return Self.dotted(bytes) }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        guard let gap = Self.longestZeroRun(in: groups) else { return Self.text(groups[...]) }
        return Self.text(groups[..<gap.lowerBound]) + "::" + Self.text(groups[gap.upperBound...])
    }

    private init(valid bytes: [UInt8]) {
        self.bytes = bytes
    }

    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    /// Digits one by one: each request's line in the log has an address.
    private static func dotted(_ bytes: [UInt8]) -> String {
        unsafe String(unsafeUninitializedCapacity: 15) { text in
            var count = 0
            func append(_ character: UInt8) {
                unsafe text[count] = character
                count += 1
            }
            for (index, byte) in bytes.enumerated() {
                if index > 0 { append(UInt8(ascii: ".")) }
                if byte >= 100 { append(UInt8(ascii: "0") + byte / 100) }
                if byte >= 10 { append(UInt8(ascii: "0") + byte / 10 % 10) }
                append(UInt8(ascii: "0") + byte % 10)
            }
            return count
        }
    }

    private static func text(_ groups: ArraySlice<UInt16>) -> String {
        groups.map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// The first longest run of at least two zero groups (RFC 5952, 4.2).
    private static func longestZeroRun(in groups: [UInt16]) -> Range<Int>? {
        var best: Range<Int>?
        var start = 0
        while start < groups.count {
            var end = start
            while end < groups.count, groups[end] == 0 { end += 1 }
            if end - start > max(best?.count ?? 0, 1) { best = start..<end }
            start = max(end, start + 1)
        }
        return best
    }

    /// Byte by byte: a login compares the addresses of fifty before it.
    private static func parseIPv4(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var part = 0, digits = 0
        for byte in text.utf8 {
            switch byte {
            // A leading zero is octal to some readers and decimal to others.
            case UInt8(ascii: "0")...UInt8(ascii: "9") where digits == 0 || part > 0:
                part = part * 10 + Int(byte - UInt8(ascii: "0"))
                digits += 1
                guard part <= 255 else { return nil }
            case UInt8(ascii: ".") where digits > 0 && bytes.count < 3:
                bytes.append(UInt8(part))
                (part, digits) = (0, 0)
            default: return nil
            }
        }
        return digits > 0 && bytes.count == 3 ? bytes + [UInt8(part)] : nil
    }

    private static func parseIPv6(_ text: String) -> [UInt8]? {
        guard let gap = text.firstRange(of: "::") else {
            return parseGroups(text[...]).flatMap { $0.count == 16 ? $0 : nil }
        }
        let tail = text[gap.upperBound...]
        guard !tail.contains("::"), !tail.hasPrefix(":"),
            let left = parseGroups(text[..<gap.lowerBound]), let right = parseGroups(tail),
            left.count + right.count <= 14
        else { return nil }
        return left + [UInt8](repeating: 0, count: 16 - left.count - right.count) + right
    }

    private static func parseGroups(_ text: Substring) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, part.contains(".") {
                guard let embedded = parseIPv4(part) else { return nil }
                bytes += embedded
            } else {
                guard (1...4).contains(part.utf8.count), part.allSatisfy(\.isHexDigit),
                    let group = UInt16(part, radix: 16)
                else { return nil }
                bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            }
        }
        return bytes.count <= 16 ? bytes : nil
    }
}
