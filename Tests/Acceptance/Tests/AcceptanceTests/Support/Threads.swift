import Glibc
import KernelTesting

/// Runs work that blocks, and may fail, on a thread of its own.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await onThread { Swift.Result { try body() } }.get()
}

/// Lets a random moment pass, for tests of what happens then.
///
/// It is no way to wait for something: nothing is expected to be done by then.
func pass(microseconds: UInt32) async throws {
    _ = try await blocking { usleep(microseconds) }
}
