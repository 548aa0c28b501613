/// The work that scrypt does (RFC 7914).
public struct ScryptCost: Hashable, Sendable {
    /// The binary logarithm of N, the number of blocks in memory.
    public let logN: Int
    /// The block size r.
    public let blockSize: Int
    /// The number of passes p.
    public let parallelization: Int

    /// The cost for passwords: N = 2^15, r = 8, p = 3.
    ///
    /// That is 32 MiB and about 0.2 seconds, which OWASP's ASVS 5.0 approves of
    /// in appendix C.
    public static let standard = ScryptCost(logN: 15, blockSize: 8, parallelization: 3)

    /// Creates a cost; what the algorithm doesn't allow is refused when used.
    public init(logN: Int, blockSize: Int, parallelization: Int) {
        self.logN = logN
        self.blockSize = blockSize
        self.parallelization = parallelization
    }
}
