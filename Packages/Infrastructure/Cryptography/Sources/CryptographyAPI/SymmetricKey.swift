/// Secret key bytes that live in memory of their own.
///
/// The memory is never swapped to disk (see ``isLocked``), left out of core
/// dumps, not inherited by child processes, and wiped when the last reference
/// goes. The bytes never show in print. Keys are immutable, so threads may
/// share them.
public protocol SymmetricKey: AnyObject, Sendable, CustomStringConvertible, CustomReflectable {
    /// The number of bytes.
    var byteCount: Int { get }

    /// Whether the kernel promised to never write the memory to swap space.
    ///
    /// It is false when the process may lock no more memory (`ulimit -l`); the
    /// key works all the same. ``SymmetricKeyMaking/memoryReport()`` says why.
    var isLocked: Bool { get }

    /// Lends the bytes; they must not be kept beyond the call.
    func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result
}
