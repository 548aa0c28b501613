/// Four numbers: what a vector register holds everywhere.
typealias Quad = SIMD4<Float>

/// The bit patterns of four numbers.
typealias QuadBits = SIMD4<UInt32>

/// The lattice cells that four positions lie in: the place inside, and the
/// hashes of the four corners.
///
/// Noise is half of what painting costs. Its heart works on four numbers, not
/// eight: then all of it stays in registers.
struct NoiseCell {
    private let fx: Quad
    private let fy: Quad
    private let h00: QuadBits
    private let h10: QuadBits
    private let h01: QuadBits
    private let h11: QuadBits

    @inline(__always) init(_ x: Quad, _ y: Quad, _ seed: UInt32) {
        // Nearest of x - ½ is the floor, but for integers, where both
        // neighbouring cells give the same value.
        let (wholeX, bitsX) = (x - 0.5).nearest
        let (wholeY, bitsY) = (y - 0.5).nearest
        fx = x - wholeX
        fy = y - wholeY
        let x0: QuadBits = bitsX &* 0x9E37_79B1 &+ seed
        let y0: QuadBits = bitsY &* 0x85EB_CA77
        let x1: QuadBits = x0 &+ 0x9E37_79B1
        let y1: QuadBits = y0 &+ 0x85EB_CA77
        h00 = Self.scramble(x0 ^ y0)
        h10 = Self.scramble(x1 ^ y0)
        h01 = Self.scramble(x0 ^ y1)
        h11 = Self.scramble(x1 ^ y1)
    }

    /// The first corner's hash as a number in 0…1.
    @inline(__always) var hash: Quad { Self.unit(h00) }

    /// Gradient noise.
    @inline(__always) var gradient: Quad {
        let u = Self.fade(fx)
        let v = Self.fade(fy)
        let gx = fx - 1
        let gy = fy - 1
        let d00 = Self.dot(h00, fx, fy)
        let d10 = Self.dot(h10, gx, fy)
        let d01 = Self.dot(h01, fx, gy)
        let d11 = Self.dot(h11, gx, gy)
        let low = d00 + (d10 - d00) * u
        let high = d01 + (d11 - d01) * u
        return low + (high - low) * v
    }

    /// Value noise with its slopes.
    @inline(__always) var value: (value: Quad, dx: Quad, dy: Quad) {
        let u = Self.fade(fx)
        let v = Self.fade(fy)
        let a = Self.unit(h00)
        let b = Self.unit(h10) - a
        let c = Self.unit(h01) - a
        let d = Self.unit(h11) - a - b - c
        let value = a + b * u + c * v + d * u * v
        return (value, Self.fadeSlope(fx) * (b + d * v), Self.fadeSlope(fy) * (c + d * u))
    }

    /// 6t⁵ - 15t⁴ + 10t³: flat, and without a bend, at both ends.
    @inline(__always) private static func fade(_ t: Quad) -> Quad {
        let inner: Quad = t * (t * 6 - 15) + 10
        return t * t * t * inner
    }

    @inline(__always) private static func fadeSlope(_ t: Quad) -> Quad {
        let inner: Quad = t * (t - 2) + 1
        return 30 * t * t * inner
    }

    @inline(__always) private static func unit(_ hash: QuadBits) -> Quad {
        Quad(bits: (hash &>> 9) | 0x3F80_0000) - 1
    }

    /// The product of a lattice point's random direction with the way to it.
    @inline(__always) private static func dot(_ hash: QuadBits, _ x: Quad, _ y: Quad) -> Quad {
        let gx = Quad(bits: (hash &>> 9) | 0x4000_0000) - 3
        let gy = Quad(bits: (hash & 0x007F_FFFF) | 0x4000_0000) - 3
        return gx * x + gy * y
    }

    @inline(__always) private static func scramble(_ bits: QuadBits) -> QuadBits {
        var h = bits ^ (bits &>> 15)
        h = h &* 0x2C1B_3C6D
        h ^= h &>> 12
        h = h &* 0x297A_2D39
        return h ^ (h &>> 15)
    }
}

extension Quad {
    @inline(__always) init(bits: QuadBits) { self = unsafeBitCast(bits, to: Quad.self) }

    @inline(__always) var magnitudes: Quad {
        Quad(bits: unsafeBitCast(self, to: QuadBits.self) & 0x7FFF_FFFF)
    }

    /// The nearest integers, and the same (plus a constant) as bits: see `Lanes`.
    @inline(__always) fileprivate var nearest: (value: Quad, bits: QuadBits) {
        let shifted = self + 12_582_912
        return (shifted - 12_582_912, unsafeBitCast(shifted, to: QuadBits.self))
    }
}
