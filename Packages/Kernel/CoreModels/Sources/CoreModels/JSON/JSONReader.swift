public import FoundationEssentials

/// Reads JSON (RFC 8259) value by value, in the order in which it stands.
///
/// For the messages that come so often that ``WireCoding`` costs too much. It
/// accepts and refuses what that does: a comma behind the last value is let
/// pass, of members of the same name the first counts, and half a surrogate pair
/// is no text. Beyond that it is strict, also about what it skips.
///
/// ```swift
/// var reader = JSONReader(data)
/// var items: [Item] = []
/// try reader.object(["items"]) { _, reader in
///     try reader.array { reader in items.append(try Item(&reader)) }
/// }
/// try reader.end()
/// ```
///
/// Values nest at most ``maximumDepth`` deep; how long the bytes may be is for
/// those to say who receive them.
public struct JSONReader: ~Copyable {
    /// How deep values may nest, as with Foundation's decoder.
    public static let maximumDepth = 512

    let bytes: [UInt8]
    var position = 0
    private var depth = 0

    /// Creates a reader at the start of a text in UTF-8.
    public init(_ data: Data) {
        bytes = Array(data)
        // A byte order mark may be passed over (section 8.1).
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Refuses anything behind the value.
    public mutating func end() throws(JSONError) {
        guard next() == nil else { throw failure("the end") }
    }

    /// Reads an object: calls `read` at the value of each member that has one of
    /// `names`, the first of that name, with its place among them.
    ///
    /// Other members are skipped. It is fastest where members come in the order of
    /// `names`.
    ///
    /// - Parameter names: At most 64, of ASCII that needs no escape.
    public mutating func object(
        _ names: [StaticString], _ read: (Int, inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        var seen: UInt64 = 0, expected = 0
        precondition(names.count <= UInt64.bitWidth)
        try values(from: UInt8(ascii: "{"), to: UInt8(ascii: "}"), "an object") { (reader) throws(JSONError) in
            let index = try reader.name(among: names, from: expected)
            guard reader.next() == UInt8(ascii: ":") else { throw reader.failure("a colon") }
            reader.position += 1
            guard let index, seen & 1 << index == 0 else { return try reader.skip() }
            seen |= 1 << index
            expected = index + 1
            try read(index, &reader)
        }
    }

    /// Reads an array: calls `read` at each of its values.
    public mutating func array(_ read: (inout JSONReader) throws(JSONError) -> Void) throws(JSONError) {
        try values(from: UInt8(ascii: "["), to: UInt8(ascii: "]"), "an array", read)
    }

    /// Reads a text.
    public mutating func text() throws(JSONError) -> String {
        guard next() == UInt8(ascii: "\"") else { throw failure("a text") }
        position += 1
        let start = position
        var allBits: UInt8 = 0
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                let text = Self.text(bytes[start..<position], isASCII: allBits < 0x80)
                guard let text else { throw failure("UTF-8") }
                position += 1
                return text
            case UInt8(ascii: "\\"): return try textWithEscapes(from: start)
            case ..<0x20: throw failure("an escape for a control character")
            default:
                allBits |= byte
                position += 1
            }
        }
        throw failure("the end of a text")
    }

    /// Reads a text, or nil where `null` stands.
    public mutating func textIfPresent() throws(JSONError) -> String? {
        try isNull() ? nil : text()
    }

    /// Reads `true` or `false`, or nil where `null` stands.
    public mutating func flagIfPresent() throws(JSONError) -> Bool? {
        if try isNull() { return nil }
        switch next() {
        case UInt8(ascii: "t"):
            try literal("true")
            return true
        case UInt8(ascii: "f"):
            try literal("false")
            return false
        default: throw failure("true or false")
        }
    }

    /// Reads a whole number, or nil where `null` stands.
    public mutating func integerIfPresent() throws(JSONError) -> Int? {
        if try isNull() { return nil }
        let start = position
        try skipNumber()
        guard let number = Int(String(decoding: bytes[start..<position], as: UTF8.self)) else {
            throw failure("a whole number")
        }
        return number
    }

    /// Reads a time as on the wire, or nil where `null` stands.
    public mutating func timeIfPresent() throws(JSONError) -> Date? {
        guard let text = try textIfPresent() else { return nil }
        guard let time = WireCoding.date(text), Self.times.contains(time.timeIntervalSince1970) else {
            throw failure("a time in ISO 8601")
        }
        return time
    }

    /// The years 1 to 9999: others can't be written again.
    private static let times = -62_135_596_800.0..<253_402_300_800

    /// Passes over a value of any kind.
    public mutating func skip() throws(JSONError) {
        switch next() {
        case UInt8(ascii: "{"): try object([]) { (_, _) throws(JSONError) in }
        case UInt8(ascii: "["): try array { (reader) throws(JSONError) in try reader.skip() }
        case UInt8(ascii: "\""): _ = try text()
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: try skipNumber()
        }
    }

    /// The error that something isn't where the reader is.
    public func failure(_ expected: String) -> JSONError {
        JSONError(expected: expected, offset: position)
    }

    // MARK: - Parts

    /// Reads the name of a member, and finds it from a place on, round to it; nil for another one.
    private mutating func name(among names: [StaticString], from expected: Int) throws(JSONError) -> Int? {
        guard next() == UInt8(ascii: "\"") else { throw failure("a text") }
        for offset in names.indices {
            let index = (expected + offset) % names.count
            guard isNamed(names[index]) else { continue }
            position += names[index].utf8CodeUnitCount + 2
            return index
        }
        // Nobody asked for it, or somebody wrote it with escapes.
        let name = try text()
        return names.firstIndex { $0.description == name }
    }

    /// Whether a text stands there that is a name as it is.
    private func isNamed(_ name: StaticString) -> Bool {
        let start = position + 1, end = start + name.utf8CodeUnitCount
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return false }
        for index in start..<end where unsafe bytes[index] != name.utf8Start[index - start] { return false }
        return true
    }

    private mutating func values(
        from start: UInt8, to end: UInt8, _ kind: String, _ read: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard next() == start else { throw failure(kind) }
        guard depth < Self.maximumDepth else { throw failure("less depth") }
        depth += 1
        position += 1
        while next() != end {
            try read(&self)
            // The end may come behind a comma, too: people who write JSON by
            // hand leave it there.
            if next() == UInt8(ascii: ",") { position += 1 } else if next() != end { throw failure("a comma") }
        }
        position += 1
        depth -= 1
    }

    /// The next byte that isn't white space, which it passes over.
    private mutating func next() -> UInt8? {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            case let byte: return byte
            }
        }
        return nil
    }

    /// Nil for what is no UTF-8, which takes several times as long to find out as
    /// to make a text of ASCII.
    private static func text(_ bytes: ArraySlice<UInt8>, isASCII: Bool) -> String? {
        guard isASCII else { return String(validating: bytes, as: UTF8.self) }
        return unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Whether `null` stands there, which it then passes over.
    public mutating func isNull() throws(JSONError) -> Bool {
        guard next() == UInt8(ascii: "n") else { return false }
        try literal("null")
        return true
    }

    private mutating func literal(_ word: StaticString) throws(JSONError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard position < bytes.count, unsafe bytes[position] == word.utf8Start[index] else {
                throw failure("a literal")
            }
            position += 1
        }
    }
}
