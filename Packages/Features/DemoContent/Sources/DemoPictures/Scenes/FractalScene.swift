/// The edge of the Mandelbrot set or of a Julia set, as polished relief.
struct FractalScene: Scene {
    enum Kind: Sendable {
        case mandelbrot
        /// The set of the constant.
        case julia(x: Float, y: Float)
    }

    let kind: Kind
    var centre: (x: Float, y: Float)
    /// The height of the view in the plane.
    var span: Float
    /// Turns the view, in radians.
    var turn: Float = 0
    var limit: Int
    var palette: Palette
    /// Colours go round once when the logarithm of the count grows by one.
    var pace: Float
    var phase: Float

    var film: Film { Film(tone: .plain, saturation: 1.05, vignette: 0.3, grain: 1) }

    func paint(on canvas: inout Canvas) {
        let half = canvas.aspect / 2
        let (c, s) = (cos(turn) * span, sin(turn) * span)
        let quarter = canvas.pixel * 0.25
        func orbit(_ x: Lanes, _ y: Float) -> Orbit {
            iterate((x - half) * c - (y - 0.5) * s + centre.x, (x - half) * s + (y - 0.5) * c + centre.y)
        }
        canvas.shade { x, y in
            let first = orbit(x - quarter, y + quarter)
            // Smooth places need no second look.
            let spread = first.place.max() - first.place.min()
            guard spread * pace > 0.06 else { return colour(first) }
            return (colour(first) + colour(orbit(x + quarter, y - quarter))) * 0.5
        }
        canvas.bloom(threshold: 0.7, radius: 0.03, strength: 0.25)
    }

    /// z and its derivative along the way.
    private struct State {
        var zx: Lanes
        var zy: Lanes
        var dx: Lanes
        var dy: Lanes

        @inline(__always) var norm: Lanes { zx * zx + zy * zy }

        @inline(__always) mutating func step(_ cx: Lanes, _ cy: Lanes, _ add: Float) {
            (dx, dy) = ((zx * dx - zy * dy) * 2 + add, (zx * dy + zy * dx) * 2)
            (zx, zy) = (zx * zx - zy * zy + cx, zx * zy * 2 + cy)
        }

        @inline(__always) mutating func replace(with other: State, where mask: SIMDMask<SIMD8<Int32>>) {
            zx.replace(with: other.zx, where: mask)
            zy.replace(with: other.zy, where: mask)
            dx.replace(with: other.dx, where: mask)
            dy.replace(with: other.dy, where: mask)
        }
    }

    /// What a point's way tells.
    private struct Orbit {
        /// The logarithm of the steps to escape.
        var place: Lanes
        /// The slope of the relief, of unit length.
        var ux: Lanes
        var uy: Lanes
        /// The nearest that the way came to zero, squared.
        var trap: Lanes
        /// 1 where it never escaped.
        var isInside: Lanes
    }

    /// Iterates z² + c with its derivative, whose quotient is the relief's
    /// slope.
    ///
    /// Steps go four at a time without looking; who escapes on the way stays
    /// where the four began and takes them again one by one.
    @inline(__always) private func iterate(_ px: Lanes, _ py: Lanes) -> Orbit {
        var (cx, cy, add) = (px, py, Float(1))
        if case .julia(let x, let y) = kind { (cx, cy, add) = (Lanes(repeating: x), Lanes(repeating: y), 0) }
        var state = State(zx: px, zy: py, dx: Lanes(repeating: 1), dy: Lanes())
        var count = Lanes()
        var trap = Lanes(repeating: 100)
        var isOpen = SIMDMask<SIMD8<Int32>>(repeating: true)
        for _ in 0..<(limit / 4) {
            var next = state
            var near = trap
            for _ in 0..<4 {
                next.step(cx, cy, add)
                near = min(near, next.norm)
            }
            isOpen = isOpen .& (next.norm .< Self.escape)
            guard any(isOpen) else { break }
            // Only the derivative's direction counts; keep it within range.
            let large = (next.dx * next.dx + next.dy * next.dy) .> 1e12
            next.dx.replace(with: next.dx * 1e-6, where: large)
            next.dy.replace(with: next.dy * 1e-6, where: large)
            state.replace(with: next, where: isOpen)
            count.replace(with: count + 4, where: isOpen)
            trap.replace(with: near, where: isOpen)
        }
        for _ in 0..<4 {
            let isNear = state.norm .< Self.escape .& .!isOpen
            var next = state
            next.step(cx, cy, add)
            state.replace(with: next, where: isNear)
            count.replace(with: count + 1, where: isNear)
        }
        return finish(state, count, trap, isOpen)
    }

    private static var escape: Float { 10_000 }

    @inline(__always)
    private func finish(_ end: State, _ count: Lanes, _ trap: Lanes, _ isOpen: SIMDMask<SIMD8<Int32>>) -> Orbit {
        let smooth = count - log2(max(log2(max(end.norm, 1.0001)) * 0.5, 1e-6))
        // z / z′: which way the outside falls.
        let ux = end.zx * end.dx + end.zy * end.dy
        let uy = end.zy * end.dx - end.zx * end.dy
        let unit = 1 / max(length(ux, uy), 1e-20)
        return Orbit(
            place: log2(max(smooth, 1)), ux: ux * unit, uy: uy * unit, trap: trap,
            isInside: Lanes().replacing(with: 1, where: isOpen))
    }

    @inline(__always) private func colour(_ orbit: Orbit) -> Light {
        let lit = (orbit.ux * 0.6 - orbit.uy * 0.8 + 1.3) * (1 / 2.3)
        let colour = palette[fraction(orbit.place * pace + phase)]
        let outside = colour * (lit * 1.15 + 0.12) + palette[0.55] * (exp(orbit.trap * -4) * 0.12)
        let interior = palette[clamp(orbit.trap.squareRoot() * 0.8)] * 0.08
        return outside.mixed(interior, orbit.isInside)
    }
}
