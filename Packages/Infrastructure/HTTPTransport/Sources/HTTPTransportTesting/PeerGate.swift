import Dispatch

/// Lets a script wait until the test says that it may go on.
public final class PeerGate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Creates a closed gate.
    public init() {}

    /// Lets one go through who waits, now or later.
    public func open() {
        semaphore.signal()
    }

    /// Blocks the script until the gate is opened.
    ///
    /// - Throws: after five minutes, since the test has failed then.
    public func pass() throws {
        guard semaphore.wait(timeout: .now() + 300) == .success else {
            throw PeerFailure(reason: "Nobody opened the gate")
        }
    }
}
