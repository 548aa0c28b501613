import CoreModels
package import FoundationEssentials

/// What a statement is made of: literals, and values between them.
///
/// Literals stay where they are as long as the program runs, so that a compiled
/// statement is found again by their addresses: the text is put together only
/// when it is compiled.
package struct SQLForm: Sendable {
    /// A piece of a statement.
    package enum Part: Sendable {
        case literal(StaticString)
        case value(SQLValue)
        /// A value that is a text: the UUID in lower case.
        case uuid(UUID)

        var value: SQLValue? {
            switch self {
            case .literal: nil
            case .value(let value): value
            case .uuid(let uuid): uuid.sqlValue
            }
        }
    }

    package init() {}

    /// The pieces, in order.
    package private(set) var parts: [Part] = []
    /// How many of them are values.
    package private(set) var valueCount = 0
    /// How many bytes the texts and blobs among them have.
    package private(set) var byteCount = 0
    /// Tells the text from any other.
    package private(set) var fingerprint = Fingerprint()

    /// The text, with a `?` for each value.
    package var text: String {
        parts.reduce(into: "") { text, part in
            if case .literal(let literal) = part { text += literal.description } else { text += "?" }
        }
    }

    mutating func reserveCapacity(_ count: Int) {
        parts.reserveCapacity(count)
    }

    mutating func append(_ literal: StaticString) {
        parts.append(.literal(literal))
        fingerprint.mix(UInt64(UInt(bitPattern: literal.utf8Start)), UInt64(literal.utf8CodeUnitCount))
    }

    mutating func append(_ value: SQLValue) {
        switch value {
        case .null, .integer, .real: break
        case .text(let text): byteCount += text.utf8.count
        case .blob(let blob): byteCount += blob.count
        }
        parts.append(.value(value))
        valueCount += 1
        fingerprint.mix(0, 1)
    }

    mutating func append(_ uuid: UUID) {
        byteCount += UUID.textLength
        parts.append(.uuid(uuid))
        valueCount += 1
        fingerprint.mix(0, 1)
    }

    mutating func append(_ other: SQLForm) {
        for part in other.parts {
            switch part {
            case .literal(let literal): append(literal)
            case .value(let value): append(value)
            case .uuid(let uuid): append(uuid)
            }
        }
    }
}

extension SQLForm {
    /// What the places of the literals and of the values between them come to,
    /// in 128 bits.
    ///
    /// Forms of the same text may have different ones. That two of different
    /// texts have the same is as good as impossible, and nobody outside of the
    /// program has a say in where its literals are.
    package struct Fingerprint: Hashable, Sendable {
        private var high: UInt64 = 0
        private var low: UInt64 = 0

        fileprivate mutating func mix(_ start: UInt64, _ count: UInt64) {
            // The fractions of the golden ratio and of the square root of 2, so
            // that all bits of all addresses count.
            high = (high ^ start ^ count << 56) &* 0x9E37_79B9_7F4A_7C15
            high ^= high >> 32
            low = (low &+ start &+ count &* 0x6A09_E667_F3BC_C909) &* 0x6A09_E667_F3BC_C909
            low ^= low >> 29
        }
    }
}
