/// Packs the bits of entropy-coded data, most significant first, and stuffs a
/// zero after each 0xFF byte (T.81, F.1.2.3).
struct EntropyWriter {
    private(set) var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    /// Writes the low `length` bits of `value`; the bits above must be zero.
    @inline(__always) mutating func write(_ value: UInt32, length: Int) {
        pending = pending << UInt64(length) | UInt64(value)
        count += length
        while count >= 8 {
            count -= 8
            emit(UInt8(truncatingIfNeeded: pending >> UInt64(count)))
        }
    }

    @inline(__always) mutating func write(_ code: UInt32) { write(code >> 5, length: Int(code & 31)) }

    /// Fills the last byte with ones.
    mutating func finish() {
        if count > 0 { write((1 << UInt32(8 - count)) - 1, length: 8 - count) }
    }

    /// Appends bytes as they are, between entropy-coded segments.
    mutating func append(_ raw: [UInt8]) { bytes += raw }

    @inline(__always) private mutating func emit(_ byte: UInt8) {
        bytes.append(byte)
        if byte == 0xFF { bytes.append(0) }
    }
}
