import CoreModels
import FoundationEssentials

/// What a statement is made of: literals, and values between them, all in one
/// piece of memory.
///
/// Values are bound from where they are written here, without further copies.
/// Literals stay where they are as long as the program runs, so that a compiled
/// statement is found again by their addresses: the text is put together only
/// when it is compiled.
@usableFromInline
package struct SQLForm: Sendable {
    /// For each part its head, and for a literal its address, for a number its
    /// bits, for a text or blob its bytes; zeros from `used` on.
    @usableFromInline var words: ContiguousArray<UInt64> = []
    @usableFromInline var used = 0

    package init() {}

    /// The text, with a `?` for each value.
    package var text: String {
        var text = ""
        forEachPart { part in
            if case .literal(let bytes) = part {
                unsafe text += String(decoding: bytes, as: UTF8.self)
            } else {
                text += "?"
            }
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
            case .text(let bytes): unsafe values.append(.text(String(decoding: bytes, as: UTF8.self)))
            case .blob(let bytes): unsafe values.append(.blob(Data(bytes)))
            }
        }
        return values
    }

    /// How many of the parts are values.
    package var valueCount: Int {
        var count = 0
        forEachPart { part in if case .literal = part {} else { count += 1 } }
        return count
    }
}

// MARK: - Writing

extension SQLForm {
    /// Makes room for so many values, and a literal before and after each.
    mutating func reserve(values count: Int) {
        // Most values take up to 64 bytes: identifiers, names, addresses.
        makeRoom(2 * (2 * count + 1) + 8 * count)
    }

    mutating func append(_ literal: StaticString) {
        unsafe append(literal: UInt(bitPattern: literal.utf8Start), count: literal.utf8CodeUnitCount)
    }

    mutating func append(_ value: SQLValue) {
        switch value {
        case .null: appendNull()
        case .integer(let value): append(.integer, UInt64(bitPattern: value))
        case .real(let value): append(.real, value.bitPattern)
        case .text(let text): append(text: text)
        case .blob(let blob): unsafe blob.withUnsafeBytes { unsafe append(.blob, $0) }
        }
    }

    /// Appends a value that is a text.
    mutating func append(text: String) {
        let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe append(.text, UnsafeRawBufferPointer($0))
        }
        if isDone == nil {
            var native = text
            native.withUTF8 { unsafe append(.text, UnsafeRawBufferPointer($0)) }
        }
    }

    /// Appends a text that is the UUID in lower case.
    mutating func append(_ uuid: UUID) {
        unsafe append(.text, count: UUID.textLength) { unsafe uuid.writeLowercaseText(to: $0) }
    }

    mutating func append(_ other: SQLForm) {
        other.forEachPart { part in
            switch part {
            case .literal(let bytes): append(literal: UInt(bitPattern: bytes.baseAddress), count: bytes.count)
            case .null: appendNull()
            case .integer(let value): append(.integer, UInt64(bitPattern: value))
            case .real(let value): append(.real, value.bitPattern)
            case .text(let bytes): unsafe append(.text, bytes)
            case .blob(let bytes): unsafe append(.blob, bytes)
            }
        }
    }

    mutating func append(literal address: UInt, count: Int) {
        append(head: Kind.literal.head(count: count), UInt64(address))
    }

    private mutating func appendNull() {
        unsafe append(.null, count: 0) { _ in }
    }

    private mutating func append(_ kind: Kind, _ number: UInt64) {
        append(head: kind.head(count: 8), number)
    }

    private mutating func append(_ kind: Kind, _ bytes: UnsafeRawBufferPointer) {
        unsafe append(kind, count: bytes.count) { unsafe $0.copyMemory(from: bytes) }
    }

    /// - Parameter write: Writes all of the bytes.
    @inline(__always)
    private mutating func append(_ kind: Kind, count: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void) {
        let place = take(1 + Kind.words(of: count))
        unsafe words.withUnsafeMutableBytes { bytes in
            unsafe bytes.storeBytes(of: kind.head(count: count), toByteOffset: 8 * place, as: UInt64.self)
            unsafe write(UnsafeMutableRawBufferPointer(rebasing: bytes[8 * place + 8..<8 * place + 8 + count]))
        }
    }

    private mutating func append(head: UInt64, _ payload: UInt64) {
        let place = take(2)
        unsafe words.withUnsafeMutableBufferPointer { words in
            unsafe words[place] = head
            unsafe words[place + 1] = payload
        }
    }

    /// Takes the next words.
    ///
    /// - Returns: Where they begin.
    @inline(__always)
    private mutating func take(_ count: Int) -> Int {
        let place = used
        used += count
        if used > words.count { makeRoom(max(count, words.count)) }
        return place
    }

    /// Zeros are written once for all parts, which is less than looking after
    /// the capacity for each word.
    @inline(never)
    private mutating func makeRoom(_ count: Int) {
        words.append(addingCapacity: count) { $0.append(repeating: 0, count: count) }
    }
}
