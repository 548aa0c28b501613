/// Data and error correction of a QR code, in the order in which they are drawn
/// (ISO/IEC 18004, sections 7.4 to 7.6).
enum QRCodewords {
    static func interleaved(_ bytes: [UInt8], in version: QRVersion) -> [UInt8] {
        let data = padded(bytes, in: version), divisor = GaloisField.divisor(version.correction)
        var blocks: [ArraySlice<UInt8>] = [], start = 0
        for length in version.blocks {
            blocks.append(data[start..<start + length])
            start += length
        }
        let corrections = blocks.map { GaloisField.remainder(of: $0, by: divisor) }
        var result: [UInt8] = []
        for index in 0..<(version.blocks.max() ?? 0) {
            for block in blocks where index < block.count { result.append(block[block.startIndex + index]) }
        }
        for index in 0..<version.correction { for correction in corrections { result.append(correction[index]) } }
        return result
    }

    /// The mode of bytes, their number, the bytes, and what fills up.
    private static func padded(_ bytes: [UInt8], in version: QRVersion) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            for shift in stride(from: count - 1, through: 0, by: -1) { bits.append(value >> shift & 1 == 1) }
        }
        append(0b0100, 4)
        append(bytes.count, version.lengthBits)
        for byte in bytes { append(Int(byte), 8) }
        let capacity = version.dataCodewords * 8
        append(0, min(4, capacity - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var padding = 0xEC
        while bits.count < capacity {
            append(padding, 8)
            padding ^= 0xEC ^ 0x11
        }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }
}

/// The arithmetic of Reed and Solomon over GF(2⁸), modulo x⁸+x⁴+x³+x²+1.
private enum GaloisField {
    static func multiply(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product = 0
        for shift in stride(from: 7, through: 0, by: -1) {
            product = product << 1 ^ (product >> 7) * 0x11D
            product ^= Int(right) >> shift & 1 * Int(left)
        }
        return UInt8(truncatingIfNeeded: product)
    }

    /// The product of (x − 2⁰)…(x − 2ⁿ⁻¹), without its leading coefficient.
    static func divisor(_ degree: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: degree - 1) + [1], root: UInt8 = 1
        for _ in 0..<degree {
            for index in result.indices {
                result[index] = multiply(result[index], root)
                if index + 1 < degree { result[index] ^= result[index + 1] }
            }
            root = multiply(root, 2)
        }
        return result
    }

    static func remainder(of data: some Sequence<UInt8>, by divisor: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ result.removeFirst()
            result.append(0)
            for index in result.indices { result[index] ^= multiply(divisor[index], factor) }
        }
        return result
    }
}
