import Dispatch
import Glibc

/// Runs work that blocks on a thread that isn't one of the few on which the
/// tests run.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
    }
}

/// Lets a random moment pass, for tests of what happens then.
///
/// It is no way to wait for something: nothing is expected to be done by then.
func pass(microseconds: UInt32) async throws {
    _ = try await blocking { usleep(microseconds) }
}
