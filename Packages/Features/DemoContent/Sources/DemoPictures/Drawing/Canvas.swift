/// A picture in the making: linear light, eight pixels to a tile.
///
/// Places are measured in picture heights from the upper left corner, so that
/// a scene looks the same at every size: y runs 0…1, x runs 0…`aspect`.
struct Canvas: Sendable {
    let width: Int
    let height: Int
    /// Tiles in a row; the last may stick out beyond the right edge.
    let tilesPerRow: Int
    /// Row after row from the top.
    var tiles: [Light]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        tilesPerRow = (width + 7) / 8
        tiles = Array(repeating: Light(Colour(0, 0, 0)), count: tilesPerRow * height)
    }

    /// Width over height.
    var aspect: Float { Float(width) / Float(height) }

    /// The side of a pixel.
    var pixel: Float { 1 / Float(height) }

    /// The centres of a tile's pixels.
    @inline(__always) func columns(ofTile tile: Int) -> Lanes { (Lanes.ramp + (Float(tile * 8) + 0.5)) * pixel }

    @inline(__always) func centre(ofRow row: Int) -> Float { (Float(row) + 0.5) * pixel }

    /// Gives each pixel the light that `body` computes from its place.
    @inline(__always) mutating func shade(_ body: (_ x: Lanes, _ y: Float) -> Light) {
        for row in 0..<height {
            let y = centre(ofRow: row)
            for tile in 0..<tilesPerRow {
                tiles[row * tilesPerRow + tile] = body(columns(ofTile: tile), y)
            }
        }
    }

    /// Lets `body` change the pixels inside a box (and up to seven beside it).
    @inline(__always) mutating func retouch(
        _ box: Box, _ body: (_ x: Lanes, _ y: Float, _ light: inout Light) -> Void
    ) {
        let scale = Float(height)
        let rows = Self.clipped(box.top * scale, box.bottom * scale, height)
        let columns = Self.clipped(box.left * scale / 8, box.right * scale / 8, tilesPerRow)
        for row in rows {
            let y = centre(ofRow: row)
            for tile in columns {
                body(self.columns(ofTile: tile), y, &tiles[row * tilesPerRow + tile])
            }
        }
    }

    private static func clipped(_ low: Float, _ high: Float, _ count: Int) -> Range<Int> {
        let limit = Float(count)
        let first = Int(Swift.min(Swift.max(floor(low), 0), limit))
        let end = Int(Swift.min(Swift.max(ceil(high), 0), limit))
        return first..<Swift.max(first, end)
    }

    /// One pixel; places outside give the nearest inside.
    subscript(x: Int, y: Int) -> Colour {
        let row = Swift.min(Swift.max(y, 0), height - 1)
        let column = Swift.min(Swift.max(x, 0), width - 1)
        return tiles[row * tilesPerRow + column / 8][column % 8]
    }

    /// The light at a place between pixels.
    func sample(_ x: Float, _ y: Float) -> Colour {
        let px = x * Float(height) - 0.5
        let py = y * Float(height) - 0.5
        let left = floor(px)
        let top = floor(py)
        let ix = Int(left)
        let iy = Int(top)
        let upper = self[ix, iy].mixed(self[ix + 1, iy], px - left)
        let lower = self[ix, iy + 1].mixed(self[ix + 1, iy + 1], px - left)
        return upper.mixed(lower, py - top)
    }

    /// Adds light to one pixel; outside nothing happens.
    @inline(__always) mutating func add(_ colour: Colour, x: Int, y: Int) {
        guard x >= 0, y >= 0, x < width, y < height else { return }
        let index = y * tilesPerRow + x / 8
        tiles[index][x % 8] = tiles[index][x % 8] + colour
    }

    /// Adds a point of light, shared among the four pixels around it.
    mutating func add(_ colour: Colour, at x: Float, _ y: Float) {
        let px = x * Float(height) - 0.5
        let py = y * Float(height) - 0.5
        let left = floor(px)
        let top = floor(py)
        let fx = px - left
        let fy = py - top
        let ix = Int(left)
        let iy = Int(top)
        add(colour * ((1 - fx) * (1 - fy)), x: ix, y: iy)
        add(colour * (fx * (1 - fy)), x: ix + 1, y: iy)
        add(colour * ((1 - fx) * fy), x: ix, y: iy + 1)
        add(colour * (fx * fy), x: ix + 1, y: iy + 1)
    }
}

/// A rectangle of a canvas.
struct Box: Sendable {
    var left: Float
    var top: Float
    var right: Float
    var bottom: Float

    init(left: Float, top: Float, right: Float, bottom: Float) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// A square around a place.
    init(around x: Float, _ y: Float, _ reach: Float) {
        self.init(left: x - reach, top: y - reach, right: x + reach, bottom: y + reach)
    }

    /// The rows from one height to another, over the full width.
    static func rows(_ top: Float, _ bottom: Float) -> Box {
        Box(left: 0, top: top, right: 1e6, bottom: bottom)
    }

    static var all: Box { rows(0, 1) }
}
