/// Smooth random fields in the plane: what clouds, rock and water are made of.
///
/// Values depend on the seed and the position only. Positions must stay
/// within ±2²¹, which no picture leaves.
struct Noise: Sendable {
    /// Enters each lattice point's hash.
    private let seed: UInt32

    init(_ seed: Int) { self.seed = UInt32(truncatingIfNeeded: seed) &* 0x9E37_79B1 ^ 0x5BD1_E995 }

    // What scenes call is not inlined: a call costs little beside the work, and
    // copies in each scene would make the program large and slow to build.

    /// Value noise, 0…1, with its slopes.
    @inline(never) func slopes(_ x: Lanes, _ y: Lanes) -> Slopes { value(x, y) }

    /// Gradient noise, about -0.7…0.7, zero on the lattice: rounder than value noise.
    @inline(never) func callAsFunction(_ x: Lanes, _ y: Lanes) -> Lanes { gradient(x, y) }

    @inline(__always) func value(_ x: Lanes, _ y: Lanes) -> Slopes {
        let cell = Cell(x, y, seed: seed)
        let u = cell.fx * cell.fx * cell.fx * (cell.fx * (cell.fx * 6 - 15) + 10)
        let v = cell.fy * cell.fy * cell.fy * (cell.fy * (cell.fy * 6 - 15) + 10)
        let du = 30 * cell.fx * cell.fx * (cell.fx * (cell.fx - 2) + 1)
        let dv = 30 * cell.fy * cell.fy * (cell.fy * (cell.fy - 2) + 1)
        let a = unit(cell.h00)
        let b = unit(cell.h10) - a
        let c = unit(cell.h01) - a
        let d = unit(cell.h11) - a - b - c
        return Slopes(value: a + b * u + c * v + d * u * v, dx: du * (b + d * v), dy: dv * (c + d * u))
    }

    @inline(__always) private func gradient(_ x: Lanes, _ y: Lanes) -> Lanes {
        let cell = Cell(x, y, seed: seed)
        let u = cell.fx * cell.fx * cell.fx * (cell.fx * (cell.fx * 6 - 15) + 10)
        let v = cell.fy * cell.fy * cell.fy * (cell.fy * (cell.fy * 6 - 15) + 10)
        let gx = cell.fx - 1
        let gy = cell.fy - 1
        let low = mix(dot(cell.h00, cell.fx, cell.fy), dot(cell.h10, gx, cell.fy), u)
        let high = mix(dot(cell.h01, cell.fx, gy), dot(cell.h11, gx, gy), u)
        return mix(low, high, v)
    }

    /// Octaves of gradient noise, each finer and weaker, turned against the last.
    @inline(never) func fbm(_ x: Lanes, _ y: Lanes, octaves: Int, gain: Float = 0.5) -> Lanes {
        var sum = Lanes(repeating: 0)
        var weight: Float = 1
        var px = x
        var py = y
        for _ in 0..<octaves {
            sum += gradient(px, py) * weight
            weight *= gain
            (px, py) = (px * 1.616 - py * 1.212 + 17.3, px * 1.212 + py * 1.616 - 9.1)
        }
        return sum
    }

    /// Octaves folded at zero: crests, veins and lightning; about 0…1.
    @inline(never) func ridges(_ x: Lanes, _ y: Lanes, octaves: Int, gain: Float = 0.5) -> Lanes {
        var sum = Lanes(repeating: 0)
        var weight: Float = 1
        var total: Float = 0
        var px = x
        var py = y
        for _ in 0..<octaves {
            let fold = 1 - gradient(px, py).magnitudes * 2
            sum += fold * fold * weight
            total += weight
            weight *= gain
            (px, py) = (px * 1.616 - py * 1.212 + 17.3, px * 1.212 + py * 1.616 - 9.1)
        }
        return sum * (1 / total)
    }

    /// A hash of a lattice point as a number in 0…1, the same all over its cell.
    @inline(never) func cell(_ x: Lanes, _ y: Lanes) -> Lanes { unit(Cell(x, y, seed: seed).h00) }

    @inline(__always) private func unit(_ hash: LaneBits) -> Lanes {
        Lanes(bits: (hash &>> 9) | 0x3F80_0000) - 1
    }

    /// The product of a lattice point's random direction with the way to it.
    @inline(__always) private func dot(_ hash: LaneBits, _ x: Lanes, _ y: Lanes) -> Lanes {
        let gx = Lanes(bits: (hash &>> 9) | 0x4000_0000) - 3
        let gy = Lanes(bits: (hash & 0x007F_FFFF) | 0x4000_0000) - 3
        return gx * x + gy * y
    }
}

/// A value of a field and how it changes to the right and down.
struct Slopes {
    var value: Lanes
    var dx: Lanes
    var dy: Lanes
}

/// The lattice cells that eight positions lie in: the place inside, and the
/// hashes of the four corners.
private struct Cell {
    let fx: Lanes
    let fy: Lanes
    let h00: LaneBits
    let h10: LaneBits
    let h01: LaneBits
    let h11: LaneBits

    @inline(__always) init(_ x: Lanes, _ y: Lanes, seed: UInt32) {
        // Nearest of x - ½ is the floor, but for integers, where both
        // neighbouring cells give the same value.
        let ix = (x - 0.5).nearest
        let iy = (y - 0.5).nearest
        fx = x - ix.value
        fy = y - iy.value
        let x0 = ix.bits &* 0x9E37_79B1 &+ seed
        let y0 = iy.bits &* 0x85EB_CA77
        let x1 = x0 &+ 0x9E37_79B1
        let y1 = y0 &+ 0x85EB_CA77
        h00 = Self.scramble(x0 ^ y0)
        h10 = Self.scramble(x1 ^ y0)
        h01 = Self.scramble(x0 ^ y1)
        h11 = Self.scramble(x1 ^ y1)
    }

    @inline(__always) private static func scramble(_ bits: LaneBits) -> LaneBits {
        var h = bits ^ (bits &>> 15)
        h = h &* 0x2C1B_3C6D
        h ^= h &>> 12
        h = h &* 0x297A_2D39
        return h ^ (h &>> 15)
    }
}
