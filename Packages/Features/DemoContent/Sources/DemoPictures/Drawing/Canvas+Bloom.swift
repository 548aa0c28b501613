/// The veil that bright lights cast in a lens.
extension Canvas {
    /// Adds a blurred copy of what is brighter than `threshold`.
    ///
    /// The blur works on a copy an eighth as large, so that a wide one costs
    /// no more than a narrow one.
    mutating func bloom(threshold: Float, radius: Float, strength: Float) {
        var small = brightParts(above: threshold)
        let reach = Swift.max(1, Int(radius * Float(height) / 8 + 0.5))
        for _ in 0..<3 {
            small = small.blurred(reach).transposed()
            small = small.blurred(reach).transposed()
        }
        let rows = height
        let grid = small
        let scale = Float(rows) / 8
        retouch(.all) { x, y, light in
            let px = x * scale - 0.5
            let py = y * scale - 0.5
            light += grid.interpolated(px, py) * strength
        }
    }

    private func brightParts(above threshold: Float) -> ColourGrid {
        var grid = ColourGrid(width: tilesPerRow, height: (height + 7) / 8)
        for row in 0..<height {
            for tile in 0..<tilesPerRow {
                let light = tiles[row * tilesPerRow + tile]
                let brightness = max(max(light.r, light.g), light.b)
                let keep = max(brightness - threshold, 0) / (brightness + 1e-6)
                let part = light * keep
                let sum = Colour(part.r.sum(), part.g.sum(), part.b.sum()) * (1 / 64)
                grid.colours[row / 8 * tilesPerRow + tile] = grid.colours[row / 8 * tilesPerRow + tile] + sum
            }
        }
        return grid
    }
}

/// A small picture of single colours.
struct ColourGrid: Sendable {
    let width: Int
    let height: Int
    var colours: [Colour]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        colours = Array(repeating: Colour(0, 0, 0), count: width * height)
    }

    /// A running mean along each row; beyond the edge it is dark.
    func blurred(_ reach: Int) -> ColourGrid {
        var result = self
        let scale = 1 / Float(2 * reach + 1)
        for row in 0..<height {
            var sum = Colour(0, 0, 0)
            for column in -reach..<width {
                if column + reach < width { sum = sum + colours[row * width + column + reach] }
                guard column >= 0 else { continue }
                result.colours[row * width + column] = sum * scale
                if column - reach >= 0 { sum = sum + colours[row * width + column - reach] * -1 }
            }
        }
        return result
    }

    func transposed() -> ColourGrid {
        var result = ColourGrid(width: height, height: width)
        for row in 0..<height {
            for column in 0..<width { result.colours[column * height + row] = colours[row * width + column] }
        }
        return result
    }

    /// Eight places in a row between the cells.
    @inline(__always) func interpolated(_ x: Lanes, _ y: Float) -> Light {
        let top = Swift.min(Swift.max(Int(floor(y)), 0), height - 1)
        let bottom = Swift.min(top + 1, height - 1)
        let fy = clamp(y - Float(top))
        var light = Light(Colour(0, 0, 0))
        for lane in 0..<8 {
            let px = x[lane]
            let left = Swift.min(Swift.max(Int(floor(px)), 0), width - 1)
            let right = Swift.min(left + 1, width - 1)
            let fx = clamp(px - Float(left))
            let upper = colours[top * width + left].mixed(colours[top * width + right], fx)
            let lower = colours[bottom * width + left].mixed(colours[bottom * width + right], fx)
            light[lane] = upper.mixed(lower, fy)
        }
        return light
    }
}
