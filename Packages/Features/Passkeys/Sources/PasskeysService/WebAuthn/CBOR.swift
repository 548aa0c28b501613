package import FoundationEssentials

/// A value as authenticators write it: CBOR (RFC 8949) in the canonical form of
/// CTAP2 (FIDO CTAP 2.1, section 8), of the kinds that they use.
package indirect enum CBOR: Hashable, Sendable {
    /// A number from 0 on.
    case unsigned(UInt64)
    /// The number `-1 - n`.
    case negative(UInt64)
    /// Bytes.
    case bytes(Data)
    /// Text.
    case text(String)
    /// Values in a row.
    case array([CBOR])
    /// Values by their keys.
    case map([CBOR: CBOR])
    /// True or false.
    case bool(Bool)

    /// How deep values nest at most.
    package static let maximumDepth = 4

    /// Reads one value that is all of the bytes.
    package init(_ data: Data) throws(CBORFailure) {
        var reader = CBORReader(data)
        self = try reader.value()
        guard reader.rest.isEmpty else { throw .trailing }
    }
}

/// Why bytes are no value.
package enum CBORFailure: Error, Hashable {
    /// They end too early.
    case truncated
    /// Something follows the value.
    case trailing
    /// It is of a kind that authenticators don't write, or of indefinite length.
    case unsupported
    /// A number, a length or the order of keys isn't in the one form.
    case notCanonical
    /// It nests too deep.
    case tooDeep
    /// A text isn't UTF-8.
    case notText
}

/// Reads values one after another.
///
/// What a length promises is looked for before room is made for it.
package struct CBORReader {
    /// What hasn't been read.
    package private(set) var rest: ArraySlice<UInt8>

    /// Begins at the first byte.
    package init(_ data: Data) {
        rest = Array(data)[...]
    }

    /// The next value.
    package mutating func value() throws(CBORFailure) -> CBOR { try value(depth: CBOR.maximumDepth) }

    private mutating func value(depth: Int) throws(CBORFailure) -> CBOR {
        guard depth > 0 else { throw .tooDeep }
        let head = try byte(), count: UInt64
        // RFC 8949, section 3: the kind, and the number or how many bytes it has.
        switch head & 0x1F {
        case let small where small < 24: count = UInt64(small)
        case 24: count = try number(1, above: 23)
        case 25: count = try number(2, above: 0xFF)
        case 26: count = try number(4, above: 0xFFFF)
        case 27: count = try number(8, above: 0xFFFF_FFFF)
        default: throw .unsupported
        }
        switch head >> 5 {
        case 0: return .unsigned(count)
        case 1: return .negative(count)
        case 2: return .bytes(Data(try take(count)))
        case 3:
            guard let text = String(validating: try take(count), as: UTF8.self) else { throw .notText }
            return .text(text)
        case 4:
            var values: [CBOR] = []
            for _ in 0..<(try elements(count)) { values.append(try value(depth: depth - 1)) }
            return .array(values)
        case 5: return .map(try map(of: try elements(count), depth: depth))
        case 7 where head == 0xF4 || head == 0xF5: return .bool(head == 0xF5)
        default: throw .unsupported
        }
    }

    private mutating func map(of count: Int, depth: Int) throws(CBORFailure) -> [CBOR: CBOR] {
        var values: [CBOR: CBOR] = [:], last: ArraySlice<UInt8>?
        for _ in 0..<count {
            let start = rest
            let key = try value(depth: depth - 1)
            let written = start[..<rest.startIndex]
            guard last.map({ Self.isOrdered($0, written) }) ?? true else { throw .notCanonical }
            last = written
            values[key] = try value(depth: depth - 1)
        }
        return values
    }

    /// Whether a key comes before another: by kind, then the shorter one, then byte by
    /// byte; so no two are the same.
    private static func isOrdered(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        let kinds = ((first.first ?? 0) >> 5, (second.first ?? 0) >> 5)
        if kinds.0 != kinds.1 { return kinds.0 < kinds.1 }
        if first.count != second.count { return first.count < second.count }
        return first.lexicographicallyPrecedes(second)
    }

    private mutating func byte() throws(CBORFailure) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .truncated }
        return byte
    }

    private mutating func number(_ size: Int, above limit: UInt64) throws(CBORFailure) -> UInt64 {
        let number = try take(UInt64(size)).reduce(0) { $0 << 8 | UInt64($1) }
        guard number > limit else { throw .notCanonical }
        return number
    }

    private mutating func take(_ count: UInt64) throws(CBORFailure) -> ArraySlice<UInt8> {
        guard count <= UInt64(rest.count) else { throw .truncated }
        let taken = rest.prefix(Int(count))
        rest = rest.dropFirst(Int(count))
        return taken
    }

    /// Each element has a byte at least.
    private func elements(_ count: UInt64) throws(CBORFailure) -> Int {
        guard count <= UInt64(rest.count) else { throw .truncated }
        return Int(count)
    }
}

extension CBOR {
    package var bytes: Data? { if case .bytes(let bytes) = self { bytes } else { nil } }
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var map: [CBOR: CBOR]? { if case .map(let map) = self { map } else { nil } }
    package var array: [CBOR]? { if case .array(let array) = self { array } else { nil } }

    /// A number that fits; nil for any other value.
    package var number: Int? {
        switch self {
        case .unsigned(let number): Int(exactly: number)
        case .negative(let number): Int(exactly: number).map { -1 - $0 }
        default: nil
        }
    }

    /// The key for a number.
    package static func key(_ number: Int) -> CBOR {
        number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number))
    }
}
