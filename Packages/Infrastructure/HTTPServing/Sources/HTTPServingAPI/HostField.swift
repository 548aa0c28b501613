/// The field `Host`: which of the servers at an address is meant (RFC 9110,
/// section 7.2).
public struct HostField: Hashable, Sendable {
    /// The name or the address, in lower case and without brackets.
    public let host: String
    /// The port, if one was given.
    public let port: Int?

    /// Reads `example.com`, `example.com:8080` or `[::1]:8080`.
    ///
    /// - Returns: nil for anything else, such as a user or a path.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        let end = text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        let name = text[..<(end ?? text.endIndex)], rest = text[(end ?? text.endIndex)...]
        if rest.isEmpty {
            port = nil
        } else {
            let digits = rest.dropFirst()
            guard rest.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                digits.isEmpty || (Int(digits) ?? .max) <= 65_535
            else { return nil }
            port = Int(digits)
        }
        if name.hasPrefix("[") {
            guard name.hasSuffix("]"), let address = IPAddress(name.dropFirst().dropLast()), name.contains(":") else {
                return nil
            }
            host = address.description
        } else {
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isAllowed) else { return nil }
            host = name.lowercased()
        }
    }

    /// What a registered name consists of (RFC 3986, section 3.2.2).
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~%!$&'()*+,;=".utf8.contains(byte)
        }
    }
}
