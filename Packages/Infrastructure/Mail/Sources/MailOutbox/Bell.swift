/// Calls somebody who waits; several calls before an answer are one.
struct Bell: Sendable {
    /// Comes when it was rung, and ends with ``remove()``.
    let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func ring() {
        continuation.yield()
    }

    func remove() {
        continuation.finish()
    }
}
