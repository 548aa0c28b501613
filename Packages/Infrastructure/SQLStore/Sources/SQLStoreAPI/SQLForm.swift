import CoreModels
import FoundationEssentials

/// What a statement is made of: literals, and values between them, all in one
/// piece of memory.
///
/// Values are bound from where they are written here, without further copies.
/// Literals stay where they are as long as the program runs, so that a compiled
/// statement is found again by their addresses: the text is put together only
/// when it is compiled.
package struct SQLForm: Sendable {
    /// For each part its head, and for a literal its address, for a number its
    /// bits, for a text or blob its bytes.
    package private(set) var words: ContiguousArray<UInt64> = []
    /// How many of the parts are values.
    package private(set) var valueCount = 0
    /// Tells the text from almost any other; ``hasShape(_:)`` is certain.
    package private(set) var fingerprint: UInt64 = 0

    package init() {}

    /// The text, with a `?` for each value.
    package var text: String {
        var text = ""
        forEachPart { part in
            if case .literal(let bytes) = part { text += String(decoding: bytes, as: UTF8.self) } else { text += "?" }
        }
        return text
    }

    /// The values, in order.
    package var values: [SQLValue] {
        var values: [SQLValue] = []
        forEachPart { part in
            switch part {
            case .literal: break
            case .null: values.append(.null)
            case .integer(let value): values.append(.integer(value))
            case .real(let value): values.append(.real(value))
            case .text(let bytes): values.append(.text(String(decoding: bytes, as: UTF8.self)))
            case .blob(let bytes): values.append(.blob(Data(bytes)))
            }
        }
        return values
    }
}

// MARK: - Writing

extension SQLForm {
    /// Makes room for so many values, and a literal before and after each.
    mutating func reserve(values count: Int) {
        // Most values take up to 64 bytes: identifiers, names, addresses.
        words.reserveCapacity(2 * (2 * count + 1) + 8 * count)
    }

    mutating func append(_ literal: StaticString) {
        append(literal: UInt(bitPattern: literal.utf8Start), count: literal.utf8CodeUnitCount)
    }

    mutating func append(_ value: SQLValue) {
        switch value {
        case .null: append(.null, 0)
        case .integer(let value): append(.integer, UInt64(bitPattern: value))
        case .real(let value): append(.real, value.bitPattern)
        case .text(let text): return append(text: text)
        case .blob(let blob): blob.withUnsafeBytes { append(.blob, $0) }
        }
        noteValue()
    }

    /// Appends a value that is a text.
    mutating func append(text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append(.text, UnsafeRawBufferPointer($0)) }
        if isDone == nil {
            var native = text
            native.withUTF8 { append(.text, UnsafeRawBufferPointer($0)) }
        }
        noteValue()
    }

    /// Appends a text that is the UUID in lower case.
    mutating func append(_ uuid: UUID) {
        append(.text, count: UUID.textLength) { uuid.writeLowercaseText(to: $0) }
        noteValue()
    }

    mutating func append(_ other: SQLForm) {
        other.forEachPart { part in
            switch part {
            case .literal(let bytes): return append(literal: UInt(bitPattern: bytes.baseAddress), count: bytes.count)
            case .null: append(.null, 0)
            case .integer(let value): append(.integer, UInt64(bitPattern: value))
            case .real(let value): append(.real, value.bitPattern)
            case .text(let bytes): append(.text, bytes)
            case .blob(let bytes): append(.blob, bytes)
            }
            noteValue()
        }
    }

    private mutating func append(literal address: UInt, count: Int) {
        words.append(Kind.literal.head(count: count))
        words.append(UInt64(address))
        mix(UInt64(address) &+ UInt64(count))
    }

    private mutating func append(_ kind: Kind, _ payload: UInt64) {
        words.append(kind.head(count: 0))
        words.append(payload)
    }

    private mutating func append(_ kind: Kind, _ bytes: UnsafeRawBufferPointer) {
        append(kind, count: bytes.count) { $0.copyMemory(from: bytes) }
    }

    /// - Parameter write: Writes all of the bytes.
    private mutating func append(_ kind: Kind, count: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void) {
        words.append(kind.head(count: count))
        let start = 8 * words.count
        for _ in 0..<Kind.words(of: count) { words.append(0) }
        words.withUnsafeMutableBytes { write(UnsafeMutableRawBufferPointer(rebasing: $0[start..<start + count])) }
    }

    private mutating func noteValue() {
        valueCount += 1
        mix(1)
    }

    private mutating func mix(_ mark: UInt64) {
        // The fraction of the golden ratio, so that all bits of all addresses
        // count.
        fingerprint = (fingerprint ^ mark) &* 0x9E37_79B9_7F4A_7C15
        fingerprint ^= fingerprint >> 32
    }
}
