/// Divides coefficients by the steps of a quantisation table.
struct Quantiser: Sendable {
    /// The steps in zigzag order, as a file states them.
    let zigzagged: [UInt8]
    /// What to multiply a column of coefficients by.
    private let factors: [Lanes]

    /// - Parameter table: 64 steps, row by row.
    init(_ table: [Int]) {
        zigzagged = JPEGTables.zigzag.map { UInt8(table[$0]) }
        factors = (0..<8).map { column in
            var factor = Lanes()
            for row in 0..<8 {
                factor[row] = 1 / (Float(table[row * 8 + column]) * DiscreteCosine.scale(row: row, column: column))
            }
            return factor
        }
    }

    /// Transforms and quantises a block; the result is in zigzag order.
    @inline(__always) func quantise(_ samples: Block, into result: inout [Int32]) {
        var block = samples
        DiscreteCosine.transform(&block)
        place(block.r0 * factors[0], 0, &result)
        place(block.r1 * factors[1], 1, &result)
        place(block.r2 * factors[2], 2, &result)
        place(block.r3 * factors[3], 3, &result)
        place(block.r4 * factors[4], 4, &result)
        place(block.r5 * factors[5], 5, &result)
        place(block.r6 * factors[6], 6, &result)
        place(block.r7 * factors[7], 7, &result)
    }

    @inline(__always) private func place(_ values: Lanes, _ column: Int, _ result: inout [Int32]) {
        let rounded = values.nearest.bits
        for row in 0..<8 {
            // The offset of the rounding stands above the integer; take it off.
            result[Self.order[row * 8 + column]] = Int32(bitPattern: rounded[row] &- 0x4B40_0000)
        }
    }

    /// Where a place in the block stands in the zigzag.
    private static let order: [Int] = {
        var order = [Int](repeating: 0, count: 64)
        for (index, place) in JPEGTables.zigzag.enumerated() { order[place] = index }
        return order
    }()
}
