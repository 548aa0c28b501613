/// The name of a host in the one form in which names are compared: ASCII in lower case, without a dot at its end.
///
/// Names of other alphabets have a form in ASCII (RFC 5890, section 2.3.2.1), such as `xn--bcher-kva.example`; only that
/// one is taken, as in the addresses of servers. A number is no name: nobody is pinned by it.
public struct PinnedName: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let description: String
    let labels: [Substring]

    /// Reads a name of at most 253 characters (RFC 1035, section 2.3.4); nil for anything else.
    public init?(_ text: some StringProtocol) {
        // Some letters of other alphabets are ASCII in lower case, such as the Kelvin sign.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var name = text.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        // Whatever ends in a number is read as an address by those who connect (WHATWG URL, section 3.5).
        guard name.utf8.count <= 253, labels.allSatisfy(Self.isLabel), !Self.isNumber(name) else { return nil }
        description = name
        self.labels = labels
    }

    /// Whether those who connect read a host as an address in numbers (WHATWG URL, section 3.5; RFC 4291 for colons),
    /// which no set names.
    ///
    /// All that is neither this nor a name can't be compared.
    public static func isNumber(_ host: some StringProtocol) -> Bool {
        guard !host.contains(":") else { return true }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // A dot at the end is none of an address but of its last part.
        guard let last = labels.last(where: { !$0.isEmpty }), labels.dropLast().allSatisfy({ !$0.isEmpty }) else {
            return false
        }
        return last.utf8.allSatisfy(isDigit) || last.hasPrefix("0x") || last.hasPrefix("0X")
    }

    /// Letters, digits, hyphens within, and the underscores that people use (RFC 1123, section 2.1).
    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
            && label.utf8.allSatisfy { byte in
                isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// Whose keys are pinned: a host, or with `*.` before a name all hosts below it, at any depth, and not the name itself.
public struct PinnedHosts: Hashable, Sendable, CustomStringConvertible {
    let name: PinnedName
    let isWildcard: Bool

    /// Reads a name or a wildcard.
    ///
    /// - Throws: `invalidHost`; `wildcardTooWide` for one that has fewer than two names below the `*`.
    public init(_ text: String) throws(PinSetError) {
        isWildcard = text.hasPrefix("*.")
        guard text != "*", text != "*." else { throw .wildcardTooWide(text) }
        guard let name = PinnedName(isWildcard ? text.dropFirst(2) : text[...]) else { throw .invalidHost(text) }
        guard !isWildcard || name.labels.count > 1 else { throw .wildcardTooWide(text) }
        self.name = name
    }

    /// The name, with its wildcard.
    public var description: String { (isWildcard ? "*." : "") + name.description }

    /// Whether a host is one of them.
    public func contains(_ host: PinnedName) -> Bool {
        isWildcard ? host.description.hasSuffix("." + name.description) : host == name
    }

    /// How closely it names a host, among all that contain it: the host itself before wildcards, long ones before short.
    var precision: Int { isWildcard ? name.labels.count : .max }
}
