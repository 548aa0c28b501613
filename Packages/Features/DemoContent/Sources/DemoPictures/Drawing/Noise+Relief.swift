extension Noise {
    /// Mountains: octaves that count less where the coarser ones are steep, as
    /// if water had carved them (after Quilez, “Elevated”, 2009).
    ///
    /// Heights are about 0…1.6; `frequency` scales the plane and the slopes.
    @inline(never) func carved(_ x: Lanes, _ z: Lanes, frequency: Float, octaves: Int) -> Ground {
        var px = x * frequency
        var pz = z * frequency
        var height = Lanes(repeating: 0)
        var (steepX, steepZ) = (Lanes(repeating: 0), Lanes(repeating: 0))
        var (slopeX, slopeZ) = (Lanes(repeating: 0), Lanes(repeating: 0))
        var weight: Float = 1
        // The turn and the scale of the octave, to bring its slopes back.
        var (turnC, turnS): (Float, Float) = (frequency, 0)
        for _ in 0..<octaves {
            let n = slopes(px, pz)
            steepX += n.dx
            steepZ += n.dy
            let share = weight / (1 + steepX * steepX + steepZ * steepZ)
            height += share * n.value
            slopeX += share * (n.dx * turnC + n.dy * turnS)
            slopeZ += share * (n.dy * turnC - n.dx * turnS)
            weight *= 0.5
            (px, pz) = (px * 1.6 - pz * 1.2, px * 1.2 + pz * 1.6)
            (turnC, turnS) = (turnC * 1.6 - turnS * 1.2, turnC * 1.2 + turnS * 1.6)
        }
        return Ground(height: height, slopeX: slopeX, slopeZ: slopeZ)
    }
}
