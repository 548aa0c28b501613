/// An email address that exists only in valid form.
///
/// The form is the `addr-spec` of RFC 5321 without quoted local parts and
/// address literals, with UTF-8 allowed (RFC 6531): what people have. Anything
/// that could forge a header or an SMTP command (control characters, spaces,
/// angle brackets) makes the text no address.
public struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as the person wrote it, without surrounding white space.
    public let description: String

    /// The form by which addresses are compared and stored: lower case.
    ///
    /// RFC 5321 leaves the local part's case to the receiving host, yet no
    /// host in use tells two people apart by it, while people do change case.
    public let canonical: String

    /// Reads an address, or answers nil if the text isn't one.
    public init?(_ text: some StringProtocol) {
        let trimmed = Self.trimmingSpaces(text)
        // RFC 5321, section 4.5.3.1: 64 octets before the @, 254 in all.
        guard trimmed.utf8.count <= 254,
            let at = trimmed.lastIndex(of: "@"),
            Self.isLocalPart(trimmed[..<at]),
            Self.isDomain(trimmed[trimmed.index(after: at)...])
        else { return nil }
        description = trimmed
        canonical = trimmed.lowercased()
    }

    /// The part before the @.
    public var localPart: Substring { description[..<(description.lastIndex(of: "@") ?? description.endIndex)] }

    /// Addresses are equal whatever their case.
    public static func == (left: EmailAddress, right: EmailAddress) -> Bool {
        left.canonical == right.canonical
    }

    /// Hashes the address without regard to case.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(canonical)
    }

    private static func trimmingSpaces(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " }
        guard let end = start.lastIndex(where: { $0 != " " }) else { return "" }
        return String(start[...end])
    }

    private static func isLocalPart(_ part: Substring) -> Bool {
        guard (1...64).contains(part.utf8.count), part.first != ".", part.last != "." else { return false }
        var previous: Unicode.Scalar = "a"
        for scalar in part.unicodeScalars {
            guard isAtomText(scalar) || (scalar == "." && previous != ".") else { return false }
            previous = scalar
        }
        return true
    }

    private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", "/", "=", "?", "^", "_", "`", "{", "|", "}", "~": true
        default: scalar.value > 0x9F && isVisible(scalar)
        }
    }

    private static func isDomain(_ domain: Substring) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, domain.utf8.count <= 253 else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.unicodeScalars.allSatisfy(isDomainScalar)
        }
    }

    private static func isDomainScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-": true
        default: scalar.value > 0x9F && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned: false
        default: true
        }
    }
}

extension EmailAddress: Codable {
    /// Decodes an address and refuses text that isn't one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let address = EmailAddress(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an email address")
        }
        self = address
    }

    /// Encodes the address as it was written.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
