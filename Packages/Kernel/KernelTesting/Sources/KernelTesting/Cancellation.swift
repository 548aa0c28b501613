/// Suspends the task until it is cancelled.
///
/// - Throws: `CancellationError`, always.
public func waitForCancellation() async throws {
    // A stream that nobody feeds ends when its reader is cancelled.
    for await _ in AsyncStream<Never>.makeStream().stream {}
    throw CancellationError()
}
