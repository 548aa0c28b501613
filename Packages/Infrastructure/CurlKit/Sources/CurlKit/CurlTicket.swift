import Synchronization

/// Names a transfer to the loop that runs it.
///
/// It exists before the transfer, so that a cancellation that comes first is
/// not lost.
public final class CurlTicket: Sendable {
    private let cancelled = Atomic(false)

    /// Creates a ticket for one transfer.
    public init() {}

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() {
        cancelled.store(true, ordering: .releasing)
    }
}
