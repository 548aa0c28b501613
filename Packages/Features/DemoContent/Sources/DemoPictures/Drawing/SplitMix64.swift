/// The SplitMix64 generator (Steele, Lea, Flood: “Fast splittable
/// pseudorandom number generators”, 2014): the same seed, the same picture.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number in 0..<1.
    mutating func unit() -> Float { Float(next() >> 40) * 0x1p-24 }

    mutating func between(_ low: Float, _ high: Float) -> Float { low + (high - low) * unit() }

    /// A bell-shaped number around 0, within ±3 or so, of variance 1.
    mutating func bell() -> Float { (unit() + unit() + unit() + unit() - 2) * 1.732 }

    mutating func index(below count: Int) -> Int { Int(next() >> 33) % count }
}
