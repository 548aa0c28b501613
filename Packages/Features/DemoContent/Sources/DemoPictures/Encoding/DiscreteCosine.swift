/// The forward cosine transform of 8×8 blocks, all columns at once.
///
/// After Arai, Agui and Nakajima (1988): 29 additions and 5 multiplications
/// for each row of eight. What the fast form leaves out is a factor for each
/// coefficient, which goes into the quantiser (`scale`).
struct DiscreteCosine {
    /// The factors left out: 1 for the mean, √2·cos(kπ/16) for the others.
    private static let factors: [Float] = [
        1, 1.387_039_845, 1.306_562_965, 1.175_875_602, 1, 0.785_694_958, 0.541_196_100, 0.275_899_379,
    ]

    /// What to divide the coefficient in a row and column by.
    static func scale(row: Int, column: Int) -> Float { factors[row] * factors[column] * 8 }

    /// Eight rows of samples in, eight *columns* of coefficients out.
    @inline(__always) static func transform(_ block: inout Block) {
        columns(&block)
        block.transpose()
        columns(&block)
    }

    @inline(__always) private static func columns(_ v: inout Block) {
        let s07 = v.r0 + v.r7
        let d07 = v.r0 - v.r7
        let s16 = v.r1 + v.r6
        let d16 = v.r1 - v.r6
        let s25 = v.r2 + v.r5
        let d25 = v.r2 - v.r5
        let s34 = v.r3 + v.r4
        let d34 = v.r3 - v.r4

        let e0 = s07 + s34
        let e3 = s07 - s34
        let e1 = s16 + s25
        let e2 = s16 - s25
        v.r0 = e0 + e1
        v.r4 = e0 - e1
        let z1 = (e2 + e3) * 0.707_106_781
        v.r2 = e3 + z1
        v.r6 = e3 - z1

        let o0 = d34 + d25
        let o1 = d25 + d16
        let o2 = d16 + d07
        let z5 = (o0 - o2) * 0.382_683_433
        let z2 = o0 * 0.541_196_100 + z5
        let z4 = o2 * 1.306_562_965 + z5
        let z3 = o1 * 0.707_106_781
        let z11 = d07 + z3
        let z13 = d07 - z3
        v.r5 = z13 + z2
        v.r3 = z13 - z2
        v.r1 = z11 + z4
        v.r7 = z11 - z4
    }
}

/// Eight rows of eight numbers.
struct Block {
    var r0, r1, r2, r3, r4, r5, r6, r7: Lanes

    @inline(__always) mutating func transpose() {
        // Three rounds of interleaving rows that are four apart.
        interleaveHalves()
        interleaveHalves()
        interleaveHalves()
    }

    @inline(__always) private mutating func interleaveHalves() {
        let (a0, a1) = Self.zipped(r0, r4)
        let (a2, a3) = Self.zipped(r1, r5)
        let (a4, a5) = Self.zipped(r2, r6)
        let (a6, a7) = Self.zipped(r3, r7)
        self = Block(r0: a0, r1: a1, r2: a2, r3: a3, r4: a4, r5: a5, r6: a6, r7: a7)
    }

    @inline(__always) private static func zipped(_ a: Lanes, _ b: Lanes) -> (Lanes, Lanes) {
        (
            Lanes(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]),
            Lanes(a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7])
        )
    }
}
