/// How much memory is set aside for secrets, and how well it is protected.
public struct SecretMemoryReport: Equatable, Sendable {
    /// Bytes of memory that is never swapped.
    public let lockedByteCount: Int
    /// Bytes that the kernel refused to lock; zero when all is well.
    public let unlockedByteCount: Int
    /// The `errno` of the last refusal, or nil if there was none.
    public let lockErrorNumber: Int32?
    /// The number of keys that are alive.
    public let keyCount: Int

    /// Creates a report.
    public init(lockedByteCount: Int, unlockedByteCount: Int, lockErrorNumber: Int32?, keyCount: Int) {
        self.lockedByteCount = lockedByteCount
        self.unlockedByteCount = unlockedByteCount
        self.lockErrorNumber = lockErrorNumber
        self.keyCount = keyCount
    }
}
