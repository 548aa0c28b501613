extension SQLForm {
    /// A part of a statement; bytes stay where they are as long as the words
    /// do, and those of literals for good.
    package enum Part {
        case literal(UnsafeRawBufferPointer)
        case null
        case integer(Int64)
        case real(Double)
        case text(UnsafeRawBufferPointer)
        case blob(UnsafeRawBufferPointer)
    }

    enum Kind: UInt64 {
        case null, literal, integer, real, text, blob

        /// The kind in the first word of a part.
        @inline(__always)
        init(of head: UInt64) { self = Kind(rawValue: head & 7) ?? .null }

        /// The first word of a part: what it is and how many bytes it has.
        func head(count: Int) -> UInt64 { rawValue | UInt64(count) << 3 }

        /// How many bytes the part has.
        static func count(of head: UInt64) -> Int { Int(head >> 3) }

        /// How many words the part takes, with the first.
        @inline(__always)
        static func size(of head: UInt64) -> Int {
            switch Kind(of: head) {
            case .null, .literal, .integer, .real: 2
            case .text, .blob: 1 + words(of: count(of: head))
            }
        }

        /// How many words so many bytes take.
        static func words(of count: Int) -> Int { (count + 7) / 8 }
    }

    /// Reads parts one after another.
    package struct Reader {
        private let words: UnsafeBufferPointer<UInt64>
        private var place = 0

        /// Creates a reader of the words of a form.
        package init(_ words: UnsafeBufferPointer<UInt64>) {
            self.words = words
        }

        /// The next part; nil after the last one.
        mutating func next() -> Part? {
            guard place < words.count else { return nil }
            if Kind(of: words[place]) != .literal { return nextValue() }
            defer { place += 2 }
            return .literal(
                UnsafeRawBufferPointer(
                    start: UnsafeRawPointer(bitPattern: UInt(words[place + 1])), count: Kind.count(of: words[place])))
        }

        /// The next part that isn't a literal; nil when there is none.
        package mutating func nextValue() -> Part? {
            while place < words.count, Kind(of: words[place]) == .literal { place += 2 }
            guard place < words.count else { return nil }
            let head = words[place], payload = place + 1
            place += Kind.size(of: head)
            switch Kind(of: head) {
            case .literal, .null: return .null
            case .integer: return .integer(Int64(bitPattern: words[payload]))
            case .real: return .real(Double(bitPattern: words[payload]))
            case .text: return .text(bytes(at: payload, Kind.count(of: head)))
            case .blob: return .blob(bytes(at: payload, Kind.count(of: head)))
            }
        }

        private func bytes(at place: Int, _ count: Int) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(words)[8 * place..<8 * place + count])
        }
    }

    func forEachPart(_ body: (Part) -> Void) {
        words.withUnsafeBufferPointer { words in
            var reader = Reader(words)
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

    /// Whether the text is made as that of this shape.
    package func hasShape(_ shape: ContiguousArray<UInt64>) -> Bool {
        words.withUnsafeBufferPointer { words in
            shape.withUnsafeBufferPointer { shape in
                var place = 0, rest = 0
                while place < words.count, rest < shape.count {
                    let head = words[place]
                    if Kind(of: head) == .literal {
                        guard rest + 1 < shape.count, shape[rest] == head, shape[rest + 1] == words[place + 1] else {
                            return false
                        }
                        rest += 2
                    } else {
                        guard shape[rest] == Self.valueMark else { return false }
                        rest += 1
                    }
                    place += Kind.size(of: head)
                }
                return place == words.count && rest == shape.count
            }
        }
    }

    /// No head: of those the last three bits say what it is.
    private static var valueMark: UInt64 { .max }
}
