/// What a request may cost in time and in memory.
public struct HTTPLimits: Sendable, Hashable {
    /// How long it may take to reach the server, TLS included.
    public var connect: Duration
    /// How long the whole exchange may take; nil sets no limit.
    public var total: Duration?
    /// How long it may go on without a byte in either direction, in whole
    /// seconds, rounded up; nil sets no limit.
    ///
    /// It holds while the answer is awaited, and not for the body of a stream,
    /// which may be silent for ever.
    public var idle: Duration?
    /// How many bytes the head of the answer may have.
    public var maximumHeaderBytes: Int
    /// How many bytes the body of the answer may have, after decompression.
    public var maximumResponseBytes: Int

    /// Limits for a question of somebody who waits, and who is shown what is on
    /// the device where no answer comes.
    public static let brief = HTTPLimits(total: .seconds(5))

    /// Creates limits.
    public init(
        connect: Duration = .seconds(10),
        total: Duration? = .seconds(60),
        idle: Duration? = .seconds(30),
        maximumHeaderBytes: Int = 64 * 1024,
        maximumResponseBytes: Int = 16 * 1024 * 1024
    ) {
        self.connect = connect
        self.total = total
        self.idle = idle
        self.maximumHeaderBytes = maximumHeaderBytes
        self.maximumResponseBytes = maximumResponseBytes
    }
}
