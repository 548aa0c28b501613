/// Two substances on a grid that wraps around, eight cells at a time.
struct Reaction {
    let width: Int
    let height: Int
    private let feed: Float
    private let kill: Float
    private var food: [Lanes]
    private var eater: [Lanes]

    /// - Parameter width: a multiple of eight.
    init(width: Int, height: Int, seed: Int, feed: Float, kill: Float) {
        self.width = width
        self.height = height
        self.feed = feed
        self.kill = kill
        let tiles = width / 8
        food = Array(repeating: Lanes(repeating: 1), count: tiles * height)
        eater = Array(repeating: Lanes(), count: tiles * height)
        let noise = Noise(seed)
        for row in 0..<height {
            for tile in 0..<tiles {
                let x = (Lanes.ramp + Float(tile * 8)) * 0.16
                let start = smoothstep(0.2, 0.3, noise(x, Lanes(repeating: Float(row) * 0.16)))
                eater[row * tiles + tile] = start * 0.4
                food[row * tiles + tile] = 1 - start * 0.5
            }
        }
    }

    /// Lets time pass, and gives what the second substance has grown to.
    func run(_ steps: Int) -> Field {
        var state = self
        var next = self
        for _ in 0..<steps {
            state.advance(into: &next)
            swap(&state, &next)
        }
        let cells = state.eater.flatMap { tile in (0..<8).map { tile[$0] } }
        return Field(width: width, height: height, cells: cells)
    }

    private func advance(into next: inout Reaction) {
        let tiles = width / 8
        for row in 0..<height {
            let here = row * tiles
            let above = (row == 0 ? height - 1 : row - 1) * tiles
            let below = (row == height - 1 ? 0 : row + 1) * tiles
            for tile in 0..<tiles {
                let left = tile == 0 ? tiles - 1 : tile - 1
                let right = tile == tiles - 1 ? 0 : tile + 1
                let u = food[here + tile]
                let v = eater[here + tile]
                let spreadU =
                    Self.neighbours(u, food[here + left], food[here + right]) + food[above + tile] + food[below + tile]
                    - u * 4
                let spreadV =
                    Self.neighbours(v, eater[here + left], eater[here + right]) + eater[above + tile]
                    + eater[below + tile] - v * 4
                let eaten = u * v * v
                next.food[here + tile] = u + spreadU * 0.2 - eaten + (1 - u) * feed
                next.eater[here + tile] = v + spreadV * 0.1 + eaten - v * (feed + kill)
            }
        }
    }

    /// The sum of the cells to the left and right.
    @inline(__always) private static func neighbours(_ v: Lanes, _ left: Lanes, _ right: Lanes) -> Lanes {
        Lanes(left[7], v[0], v[1], v[2], v[3], v[4], v[5], v[6])
            + Lanes(v[1], v[2], v[3], v[4], v[5], v[6], v[7], right[0])
    }

    /// Numbers on the grid, and smooth values between them.
    struct Field {
        let width: Int
        let height: Int
        let cells: [Float]

        /// A cubic B-spline through the sixteen cells around a place.
        func smooth(_ x: Float, _ y: Float) -> (value: Float, dx: Float, dy: Float) {
            let (left, top) = (floor(x), floor(y))
            let (wx, gx) = Self.weights(x - left)
            let (wy, gy) = Self.weights(y - top)
            let column = Int(left) - 1 + width
            let row = Int(top) - 1 + height
            var (value, dx, dy): (Float, Float, Float) = (0, 0, 0)
            for j in 0..<4 {
                let line = (row + j) % height * width
                var (sum, slope): (Float, Float) = (0, 0)
                for i in 0..<4 {
                    let cell = cells[line + (column + i) % width]
                    sum += cell * wx[i]
                    slope += cell * gx[i]
                }
                value += sum * wy[j]
                dx += slope * wy[j]
                dy += sum * gy[j]
            }
            return (value, dx, dy)
        }

        @inline(__always) private static func weights(_ t: Float) -> (SIMD4<Float>, SIMD4<Float>) {
            let s = 1 - t
            return (
                SIMD4(s * s * s, 3 * t * t * t - 6 * t * t + 4, 3 * s * s * s - 6 * s * s + 4, t * t * t) * (1 / 6),
                SIMD4(-s * s, 3 * t * t - 4 * t, 4 * s - 3 * s * s, t * t) * 0.5
            )
        }
    }
}
