/// A picture as luminance and two colour differences (T.871, 7), around zero.
struct Planes {
    var y: Plane
    var cb: Plane
    var cr: Plane

    /// - Parameter factor: pixels that share a colour sample, each way.
    init(_ raster: Raster, factor: Int) {
        let unit = 8 * factor
        let columns = (raster.width + unit - 1) / unit
        let rows = (raster.height + unit - 1) / unit
        y = Plane(blockColumns: columns * factor, blockRows: rows * factor)
        cb = Plane(blockColumns: columns, blockRows: rows)
        cr = cb
        let share = 1 / Float(factor * factor)
        for row in 0..<(rows * unit) {
            let source = Swift.min(row, raster.height - 1) * raster.width
            for tile in 0..<y.blockColumns {
                var (r, g, b) = (Lanes(), Lanes(), Lanes())
                for lane in 0..<8 {
                    let offset = (source + Swift.min(tile * 8 + lane, raster.width - 1)) * 3
                    r[lane] = Float(raster.bytes[offset])
                    g[lane] = Float(raster.bytes[offset + 1])
                    b[lane] = Float(raster.bytes[offset + 2])
                }
                y.rows[row * y.blockColumns + tile] = 0.299 * r + 0.587 * g + 0.114 * b - 128
                let blue = (-0.168_736 * r - 0.331_264 * g + 0.5 * b) * share
                let red = (0.5 * r - 0.418_688 * g - 0.081_312 * b) * share
                let target = row / factor * columns + tile / factor
                if factor == 1 {
                    cb.rows[target] = blue
                    cr.rows[target] = red
                } else {
                    cb.rows[target] += Self.pairs(blue, second: tile % 2 == 1)
                    cr.rows[target] += Self.pairs(red, second: tile % 2 == 1)
                }
            }
        }
    }

    /// The sums of neighbours, in the first or second half.
    @inline(__always) private static func pairs(_ v: Lanes, second: Bool) -> Lanes {
        let sums = v.evenHalf + v.oddHalf
        let none = SIMD4<Float>()
        return second ? Lanes(lowHalf: none, highHalf: sums) : Lanes(lowHalf: sums, highHalf: none)
    }
}

/// Samples in rows of eight.
struct Plane {
    let blockColumns: Int
    let blockRows: Int
    var rows: [Lanes]

    init(blockColumns: Int, blockRows: Int) {
        self.blockColumns = blockColumns
        self.blockRows = blockRows
        rows = Array(repeating: Lanes(), count: blockColumns * blockRows * 8)
    }

    @inline(__always) func block(row: Int, column: Int) -> Block {
        let n = blockColumns
        let first = row * 8 * n + column
        return Block(
            r0: rows[first], r1: rows[first + n], r2: rows[first + 2 * n], r3: rows[first + 3 * n],
            r4: rows[first + 4 * n], r5: rows[first + 5 * n], r6: rows[first + 6 * n], r7: rows[first + 7 * n])
    }
}
