extension SQLForm {
    /// A part of a statement; bytes stay where they are as long as the words
    /// do, and those of literals for good.
    ///
    /// `@safe`: whoever reads the bytes says `unsafe`.
    @safe
    @usableFromInline
    package enum Part {
        case literal(UnsafeRawBufferPointer)
        case null
        case integer(Int64)
        case real(Double)
        case text(UnsafeRawBufferPointer)
        case blob(UnsafeRawBufferPointer)
    }

    @usableFromInline
    enum Kind: UInt64 {
        case null, literal, integer, real, text, blob

        /// The kind in the first word of a part.
        @inlinable @inline(__always)
        init(of head: UInt64) { self = Kind(rawValue: head & 7) ?? .null }

        /// The first word of a part: what it is and how many bytes it has.
        func head(count: Int) -> UInt64 { rawValue | UInt64(count) << 3 }

        /// How many bytes the part has.
        @inlinable @inline(__always)
        static func count(of head: UInt64) -> Int { Int(truncatingIfNeeded: head >> 3) }

        /// How many words so many bytes take.
        @inlinable @inline(__always)
        static func words(of count: Int) -> Int { (count &+ 7) / 8 }
    }

    /// Reads parts one after another.
    ///
    /// Inlined where values are bound: it would cost more than what it does.
    ///
    /// `@safe`: whoever makes one says `unsafe`, and has it only as long as the words.
    @safe
    @usableFromInline
    package struct Reader {
        @usableFromInline let words: UnsafeBufferPointer<UInt64>
        @usableFromInline var place = 0

        /// Creates a reader of the words of a form.
        @inlinable @inline(__always)
        package init(_ words: UnsafeBufferPointer<UInt64>) {
            unsafe self.words = unsafe words
        }

        /// The next part; nil after the last one.
        @inlinable @inline(__always)
        package mutating func next() -> Part? {
            guard unsafe place < words.count else { return nil }
            let head = unsafe words[place], count = Kind.count(of: head), payload = place &+ 1
            let kind = Kind(of: head)
            place = payload &+ (kind == .literal ? 1 : Kind.words(of: count))
            switch kind {
            case .null: return .null
            case .literal:
                return unsafe .literal(
                    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: UInt(words[payload])), count: count))
            case .integer: return unsafe .integer(Int64(bitPattern: words[payload]))
            case .real: return unsafe .real(Double(bitPattern: words[payload]))
            case .text: return unsafe .text(bytes(at: payload, count))
            case .blob: return unsafe .blob(bytes(at: payload, count))
            }
        }

        @inlinable @inline(__always)
        func bytes(at place: Int, _ count: Int) -> UnsafeRawBufferPointer {
            unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(words)[8 &* place..<8 &* place &+ count])
        }
    }

    /// Calls `body` with the words of all parts.
    @inlinable @inline(__always)
    package func withWords<Value>(_ body: (UnsafeBufferPointer<UInt64>) throws -> Value) rethrows -> Value {
        try unsafe words.withUnsafeBufferPointer { try unsafe body(UnsafeBufferPointer(rebasing: $0[..<used])) }
    }

    func forEachPart(_ body: (Part) -> Void) {
        unsafe withWords { words in
            var reader = unsafe Reader(words)
            while let part = reader.next() { body(part) }
        }
    }
}

// MARK: - Shape

extension SQLForm {
    /// What makes the text: forms of the same shape differ in their values only.
    ///
    /// For each literal its head and its address, for each value a mark.
    package var shape: ContiguousArray<UInt64> {
        var shape: ContiguousArray<UInt64> = []
        forEachPart { part in
            if case .literal(let bytes) = part {
                shape.append(Kind.literal.head(count: bytes.count))
                shape.append(UInt64(UInt(bitPattern: bytes.baseAddress)))
            } else {
                shape.append(Self.valueMark)
            }
        }
        return shape
    }

    /// Tells the text from almost any other; ``hasShape(_:)`` is certain.
    package var fingerprint: UInt64 {
        var fingerprint: UInt64 = 0
        forEachPart { part in
            let mark: UInt64 =
                if case .literal(let bytes) = part {
                    UInt64(UInt(bitPattern: bytes.baseAddress)) &+ UInt64(bytes.count)
                } else {
                    1
                }
            // The fraction of the golden ratio, so that all bits of all
            // addresses count.
            fingerprint = (fingerprint ^ mark) &* 0x9E37_79B9_7F4A_7C15
            fingerprint ^= fingerprint >> 32
        }
        return fingerprint
    }

    /// Whether the text is made as that of this shape.
    @inlinable
    package func hasShape(_ shape: ContiguousArray<UInt64>) -> Bool {
        unsafe withWords { words in
            unsafe shape.withUnsafeBufferPointer { shape in
                var place = 0, rest = 0
                while place < words.count, rest < shape.count {
                    let head = unsafe words[place], mark = unsafe shape[rest]
                    if Kind(of: head) == .literal {
                        // After the head of a literal there is its address.
                        guard mark == head, unsafe shape[rest &+ 1] == words[place &+ 1] else { return false }
                        place &+= 2
                        rest &+= 2
                    } else {
                        guard mark == Self.valueMark else { return false }
                        place &+= 1 &+ Kind.words(of: Kind.count(of: head))
                        rest &+= 1
                    }
                }
                return place == words.count && rest == shape.count
            }
        }
    }

    /// No head: of those the last three bits say what it is.
    @inlinable static var valueMark: UInt64 { .max }
}
