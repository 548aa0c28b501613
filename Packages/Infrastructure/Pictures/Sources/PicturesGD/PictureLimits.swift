/// What a picture may cost.
public struct PictureLimits: Hashable, Sendable {
    /// How many pixels a file may have.
    public var pixels: Int
    /// How many pixels the longer side of a result has at most; larger pictures
    /// are made smaller.
    public var side: Int
    /// How large the file of a result may be, in bytes; a larger one is made
    /// smaller.
    public var resultBytes: Int
    /// How much memory decoding may take, in bytes, beyond that of a worker
    /// that has nothing to do.
    public var memory: Int
    /// For how many seconds of processor time a worker may run.
    public var processorSeconds: Int

    /// Creates limits; unless told, those of an ordinary camera: 50 million
    /// pixels take 200 MB.
    public init(
        pixels: Int = 50_000_000, side: Int = 4_096, resultBytes: Int = 16 * 1_024 * 1_024,
        memory: Int = 768 * 1_024 * 1_024, processorSeconds: Int = 30
    ) {
        self.pixels = pixels
        self.side = side
        self.resultBytes = resultBytes
        self.memory = memory
        self.processorSeconds = processorSeconds
    }
}
