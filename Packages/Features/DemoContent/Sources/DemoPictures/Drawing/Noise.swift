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
    @inline(never) func slopes(_ x: Lanes, _ y: Lanes) -> Slopes {
        let low = NoiseCell(x.lowHalf, y.lowHalf, seed).value
        let high = NoiseCell(x.highHalf, y.highHalf, seed).value
        return Slopes(
            value: Lanes(lowHalf: low.value, highHalf: high.value), dx: Lanes(lowHalf: low.dx, highHalf: high.dx),
            dy: Lanes(lowHalf: low.dy, highHalf: high.dy))
    }

    /// Gradient noise, about -0.7…0.7, zero on the lattice: rounder than value noise.
    @inline(never) func callAsFunction(_ x: Lanes, _ y: Lanes) -> Lanes {
        Lanes(
            lowHalf: NoiseCell(x.lowHalf, y.lowHalf, seed).gradient,
            highHalf: NoiseCell(x.highHalf, y.highHalf, seed).gradient)
    }

    /// Octaves of gradient noise, each finer and weaker, turned against the last.
    @inline(never) func fbm(_ x: Lanes, _ y: Lanes, octaves: Int, gain: Float = 0.5) -> Lanes {
        Lanes(
            lowHalf: fbm(x.lowHalf, y.lowHalf, octaves, gain), highHalf: fbm(x.highHalf, y.highHalf, octaves, gain))
    }

    /// Octaves folded at zero: crests, veins and lightning; about 0…1.
    @inline(never) func ridges(_ x: Lanes, _ y: Lanes, octaves: Int, gain: Float = 0.5) -> Lanes {
        Lanes(
            lowHalf: ridges(x.lowHalf, y.lowHalf, octaves, gain),
            highHalf: ridges(x.highHalf, y.highHalf, octaves, gain))
    }

    /// A hash of a lattice point as a number in 0…1, the same all over its cell.
    @inline(never) func cell(_ x: Lanes, _ y: Lanes) -> Lanes {
        Lanes(
            lowHalf: NoiseCell(x.lowHalf, y.lowHalf, seed).hash, highHalf: NoiseCell(x.highHalf, y.highHalf, seed).hash)
    }

    @inline(__always) private func fbm(_ x: Quad, _ y: Quad, _ octaves: Int, _ gain: Float) -> Quad {
        var sum = Quad(repeating: 0)
        var weight: Float = 1
        var (px, py) = (x, y)
        for _ in 0..<octaves {
            sum += NoiseCell(px, py, seed).gradient * weight
            weight *= gain
            (px, py) = (px * 1.616 - py * 1.212 + 17.3, px * 1.212 + py * 1.616 - 9.1)
        }
        return sum
    }

    @inline(__always) private func ridges(_ x: Quad, _ y: Quad, _ octaves: Int, _ gain: Float) -> Quad {
        var sum = Quad(repeating: 0)
        var weight: Float = 1
        var total: Float = 0
        var (px, py) = (x, y)
        for _ in 0..<octaves {
            let fold = 1 - NoiseCell(px, py, seed).gradient.magnitudes * 2
            sum += fold * fold * weight
            total += weight
            weight *= gain
            (px, py) = (px * 1.616 - py * 1.212 + 17.3, px * 1.212 + py * 1.616 - 9.1)
        }
        return sum * (1 / total)
    }
}

/// A value of a field and how it changes to the right and down.
struct Slopes {
    var value: Lanes
    var dx: Lanes
    var dy: Lanes
}
