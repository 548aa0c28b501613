import CoreModels

/// The address of a resource in the form in which two of them are compared
/// (RFC 3986, sections 6.2.2 and 6.2.3), without query and fragment
/// (RFC 9449, section 4.3).
package struct TargetAddress: Hashable, Sendable {
    /// Scheme, host and port, such as `https://example.com:443`.
    package let origin: String
    /// The path, which is `/` at least.
    package let path: String

    package init(origin: String, path: String) {
        self.origin = origin
        self.path = path
    }

    /// Reads an absolute address of HTTP; nil if the text isn't one.
    package init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        let rest = text[colon...].dropFirst(3).prefix { $0 != "?" && $0 != "#" }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        guard
            let origin = Self.origin(scheme: text[..<colon].lowercased(), authority: rest[..<slash]),
            let path = Self.normalizedPath(rest[slash...])
        else { return nil }
        self.init(origin: origin, path: path)
    }

    /// The form in which origins are compared: lower case, with the port.
    package static func origin(scheme: String, authority: Substring) -> String? {
        let defaultPort: Int
        switch scheme {
        case "https": defaultPort = 443
        case "http": defaultPort = 80
        default: return nil
        }
        let isBracketed = authority.hasPrefix("[")
        let hostEnd =
            isBracketed
            ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
            : authority.firstIndex(of: ":") ?? authority.endIndex
        guard let hostEnd else { return nil }
        let host = authority[..<hostEnd], suffix = authority[hostEnd...]
        let allowed = isBracketed ? "[]:.abcdefABCDEF0123456789" : "-._~%"
        let isHost = host.unicodeScalars.allSatisfy { scalar in
            allowed.unicodeScalars.contains(scalar) || !isBracketed && Self.isLetterOrDigit(scalar)
        }
        guard !host.isEmpty, isHost, suffix.isEmpty || suffix.hasPrefix(":") else { return nil }
        let digits = suffix.dropFirst()
        guard let port = digits.isEmpty ? defaultPort : Int(digits), (1...65_535).contains(port),
            digits.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return "\(scheme)://\(host.lowercased()):\(port)"
    }

    /// The form in which paths are compared: escapes in upper case and only
    /// where they are needed, no dot segments; nil for a broken escape.
    package static func normalizedPath(_ path: Substring) -> String? {
        var text: [UInt8] = []
        var bytes = Array(path.utf8)[...]
        while let byte = bytes.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                text.append(byte)
                continue
            }
            guard let high = bytes.popFirst().flatMap(UInt8.init(hexadecimalDigit:)),
                let low = bytes.popFirst().flatMap(UInt8.init(hexadecimalDigit:))
            else { return nil }
            let value = high << 4 | low
            if Self.isUnreserved(value) {
                text.append(value)
            } else {
                text += [UInt8(ascii: "%"), Self.hexDigits[Int(high)], Self.hexDigits[Int(low)]]
            }
        }
        return removingDotSegments(String(decoding: text, as: UTF8.self))
    }

    /// RFC 3986, section 5.2.4.
    private static func removingDotSegments(_ path: String) -> String {
        guard path.contains("/.") else { return path.isEmpty ? "/" : path }
        var kept: [Substring] = []
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        isLetterOrDigit(Unicode.Scalar(byte)) || "-._~".utf8.contains(byte)
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}
