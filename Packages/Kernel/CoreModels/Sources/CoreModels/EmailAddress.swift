/// An email address that exists only in valid form.
///
/// The form is the `addr-spec` of RFC 5321 without quoted local parts and
/// address literals, with UTF-8 allowed (RFC 6531): what people have. Anything
/// that could forge a header or an SMTP command (control characters, spaces,
/// angle brackets) makes the text no address.
///
/// Two spellings that are told apart by nobody who reads them, yet lead to two
/// mailboxes, are how accounts get stolen. So a text with a letter that stands
/// for another one is none either: whatever NFKC would change, such as the
/// KELVIN SIGN or a full-width `a`, and what can't be seen (D24).
public struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as the person wrote it, without surrounding white space.
    public let description: String

    /// The form by which addresses are compared and stored: composed (NFC), with
    /// the letters of ASCII in lower case.
    ///
    /// RFC 5321 leaves the local part's case to the receiving host, yet no
    /// host in use tells two people apart by it, while people do change case.
    /// Beyond ASCII there is no such custom, and what folds to what depends on
    /// the language. A domain is compared as it is written: `xn--` stays `xn--`.
    public let canonical: String

    /// Reads an address that somebody typed, or answers nil if the text isn't one.
    public init?(_ text: some StringProtocol) {
        self.init(kept: text)
        guard isUnmistakable else { return nil }
    }

    /// Reads an address that was accepted before, by whatever rules there were
    /// then: it stands in a database, or a server sent it.
    public init?(kept text: some StringProtocol) {
        let trimmed = Self.trimmingSpaces(text)
        // RFC 5321, section 4.5.3.1: 64 octets before the @, 254 in all.
        let scalars = trimmed.unicodeScalars, composed = trimmed.composed
        guard trimmed.utf8.count <= 254, composed.utf8.count <= 254, let at = scalars.lastIndex(of: "@"),
            let composedAt = composed.unicodeScalars.lastIndex(of: "@"),
            Self.isLocalPart(scalars[..<at]),
            Self.isDomain(composed.unicodeScalars[composedAt...].dropFirst())
        else { return nil }
        description = trimmed
        canonical = Self.foldingASCII(composed)
    }

    /// The part before the @.
    public var localPart: Substring { description[..<(description.lastIndex(of: "@") ?? description.endIndex)] }

    /// The same address in its composed form (NFC), in which addresses should
    /// travel (RFC 6532, section 3.1).
    public var composed: EmailAddress { EmailAddress(kept: description.composed) ?? self }

    /// What messages to whoever has this address are counted by: lower case
    /// beyond ASCII as well, so that nobody gets more of them from writing a
    /// letter in another way.
    ///
    /// Two accounts can have one key. What a success clears is counted by the
    /// account, so that its owner alone clears it.
    public var countingKey: String { canonical.lowercased() }

    /// Addresses are equal whatever the case of their ASCII letters.
    public static func == (left: EmailAddress, right: EmailAddress) -> Bool {
        left.canonical == right.canonical
    }

    /// Hashes what addresses are compared by.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(canonical)
    }

    private static func trimmingSpaces(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " }
        guard let end = start.lastIndex(where: { $0 != " " }) else { return "" }
        return String(start[...end])
    }

    private static func isLocalPart(_ part: Substring.UnicodeScalarView) -> Bool {
        guard (1...64).contains(String(part).utf8.count), part.first != ".", part.last != "." else { return false }
        var previous: Unicode.Scalar = "a"
        for scalar in part {
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

    private static func isDomain(_ domain: Substring.UnicodeScalarView) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, String(domain).utf8.count <= 253 else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(String(label).utf8.count) && label.first != "-" && label.last != "-"
                && label.first.map(isDomainLetter) == true
                && label.allSatisfy { isDomainLetter($0) || isMark($0) }
        }
    }

    private static func isDomainLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-": true
        default: scalar.value > 0x9F && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        }
    }

    /// Scripts of India and others can't be written without (RFC 5892).
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
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
    /// Decodes an address that was accepted before, and refuses text that isn't
    /// one.
    ///
    /// What somebody typed travels as text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let address = EmailAddress(kept: try container.decode(String.self)) else {
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
