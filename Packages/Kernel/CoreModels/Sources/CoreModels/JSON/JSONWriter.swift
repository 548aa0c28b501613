public import FoundationEssentials

/// Writes JSON (RFC 8259) value by value, in the order in which it is told.
///
/// For the messages that a server writes so often that ``WireCoding`` costs too
/// much; the bytes are the same when the members come in the order of their
/// names.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.object { writer in
///     writer.member("items")
///     writer.array { writer in for item in items { item.write(to: &writer) } }
/// }
/// ```
public struct JSONWriter {
    private var bytes: [UInt8] = []
    /// Whether the next value or member has one before it.
    private var isBehindValue = false

    /// Creates a writer with room for that many bytes; it takes more.
    public init(capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
    }

    /// What was written so far.
    public var data: Data { Data(bytes) }

    /// Writes an object, whose members `write` writes.
    public mutating func object(_ write: (inout JSONWriter) -> Void) {
        nest(UInt8(ascii: "{"), UInt8(ascii: "}"), write)
    }

    /// Writes an array, whose values `write` writes.
    public mutating func array(_ write: (inout JSONWriter) -> Void) {
        nest(UInt8(ascii: "["), UInt8(ascii: "]"), write)
    }

    /// Begins a member; its value comes next.
    ///
    /// - Parameter name: ASCII without quotes and backslashes.
    public mutating func member(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        isBehindValue = false
    }

    /// Writes a text.
    public mutating func write(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { text in
            if unsafe Self.needsEscapes(text) { unsafe append(text) } else { unsafe bytes.append(contentsOf: text) }
        }
        bytes.append(UInt8(ascii: "\""))
        isBehindValue = true
    }

    /// Writes the text of an identifier.
    public mutating func write<Entity>(_ identifier: Identifier<Entity>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(addingCapacity: UUID.textLength) { room in
            unsafe room.withUnsafeMutableBufferPointer { text, count in
                unsafe identifier.uuid.writeLowercaseText(to: UnsafeMutableRawBufferPointer(text))
                count = UUID.textLength
            }
        }
        bytes.append(UInt8(ascii: "\""))
        isBehindValue = true
    }

    /// Writes `true` or `false`.
    public mutating func write(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        isBehindValue = true
    }

    /// Writes a whole number.
    public mutating func write(_ number: Int) {
        separate()
        bytes.append(contentsOf: String(number).utf8)
        isBehindValue = true
    }

    /// Writes a time as on the wire, in whole seconds.
    public mutating func write(_ time: Date) {
        write(time.formatted(.iso8601))
    }

    private mutating func nest(_ start: UInt8, _ end: UInt8, _ write: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(start)
        isBehindValue = false
        write(&self)
        bytes.append(end)
        isBehindValue = true
    }

    private mutating func separate() {
        if isBehindValue { bytes.append(UInt8(ascii: ",")) }
    }

    /// Whether a text holds what must be escaped, as nearly none does.
    private static func needsEscapes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // Without a branch in the loop, sixteen bytes are looked at together.
        var least = UInt8.max, marks = UInt8.max
        for place in text.indices {
            let byte = unsafe text[place]
            least = min(least, byte)
            marks = min(marks, byte ^ UInt8(ascii: "\""), byte ^ UInt8(ascii: "\\"))
        }
        return least < 0x20 || marks == 0
    }

    /// Appends a text piece by piece: what needs no escape is copied at once.
    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for place in text.indices {
            let byte = unsafe text[place]
            if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { continue }
            unsafe bytes.append(contentsOf: text[start..<place])
            start = place + 1
            appendEscape(of: byte)
        }
        unsafe bytes.append(contentsOf: text[start...])
    }

    /// The short escape where there is one (RFC 8259, section 7).
    private mutating func appendEscape(of byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            bytes.append(Self.digits[Int(byte & 0xF)])
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
