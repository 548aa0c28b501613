/// Values one after another, as the data of a file and its metadata are.
///
/// The library follows whatever is there: values within values by recursion without a limit, as far as a
/// file goes on. So the values are looked at once before it gets them: they nest a little, a record has few of
/// them, and what leads to one leads to where one begins.
struct PlaceDataSection {
    /// How deep values may nest; those of places do by four.
    static let depth = 32
    /// How many values a record may have; those of places have some sixty.
    static let valuesOfRecord = 10_000

    private let bytes: ArraySlice<UInt8>
    private var starts: [UInt64]

    /// Begins a section that ends where the bytes do; ``scan(pointersLeadToText:)`` looks at it.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        starts = Array(repeating: 0, count: bytes.count / 64 + 1)
    }

    /// Whether a value begins there; offsets count from the beginning of the section.
    func isStart(_ offset: Int) -> Bool {
        bytes.indices.contains(bytes.startIndex + offset) && starts[offset / 64] & (1 << UInt64(offset % 64)) != 0
    }

    /// Looks at all values.
    ///
    /// - Parameter pointersLeadToText: Whether a pointer may lead to nothing else: the library reads all of
    ///   the metadata, and lists that point to lists would be read over and over.
    mutating func scan(pointersLeadToText: Bool = false) throws(PlaceFileFlaw) {
        var position = bytes.startIndex
        var pending: [Int] = []
        while position < bytes.endIndex {
            var count = 0
            pending.append(1)
            while let left = pending.last {
                guard left > 0 else {
                    pending.removeLast()
                    continue
                }
                pending[pending.count - 1] -= 1
                count += 1
                guard count <= Self.valuesOfRecord else { throw .tooMany }
                let offset = position - bytes.startIndex, value = try value(at: position)
                if let target = value.target {
                    guard target < offset, isStart(target) else { throw .badPointer }
                    if pointersLeadToText {
                        guard try self.value(at: bytes.startIndex + target).isText else { throw .badPointer }
                    }
                }
                starts[offset / 64] |= 1 << UInt64(offset % 64)
                position = value.end
                guard value.children > 0 else { continue }
                guard pending.count < Self.depth else { throw .tooDeep }
                pending.append(value.children)
            }
        }
    }

    private struct Value {
        /// Behind it, or before the first of those that it holds.
        let end: Int
        var children = 0
        var isText = false
        /// Where a pointer leads.
        var target: Int?
    }

    /// Reads the beginning of a value, as "Data Field Format" has it.
    private func value(at start: Int) throws(PlaceFileFlaw) -> Value {
        var position = start
        func next(_ count: Int) throws(PlaceFileFlaw) -> Int {
            guard bytes.endIndex - position >= count else { throw .cutOff }
            defer { position += count }
            return bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
        }
        let control = try next(1)
        var type = control >> 5
        if type == 1 {
            let base = [0, 2_048, 526_336, 0][control >> 3 & 3], size = (control >> 3 & 3) + 1
            let high = size < 4 ? (control & 7) << (size * 8) : 0
            return Value(end: position + size, target: high + (try next(size)) + base)
        }
        if type == 0 { type = try next(1) + 7 }
        var size = control & 31
        switch size {
        case 29: size = 29 + (try next(1))
        case 30: size = 285 + (try next(2))
        case 31: size = 65_821 + (try next(3))
        default: break
        }
        switch type {
        case 2, 4: return try Value(end: end(position, size, atMost: size), isText: type == 2)
        case 3: return try Value(end: end(position, size, atMost: 8))
        case 5: return try Value(end: end(position, size, atMost: 2))
        case 6, 8, 15: return try Value(end: end(position, size, atMost: 4))
        case 7: return Value(end: position, children: size * 2)
        case 9: return try Value(end: end(position, size, atMost: 8))
        case 10: return try Value(end: end(position, size, atMost: 16))
        case 11: return Value(end: position, children: size)
        case 14: return Value(end: position)
        default: throw .badType
        }
    }

    private func end(_ position: Int, _ size: Int, atMost limit: Int) throws(PlaceFileFlaw) -> Int {
        guard size <= limit, bytes.endIndex - position >= size else { throw .cutOff }
        return position + size
    }
}
