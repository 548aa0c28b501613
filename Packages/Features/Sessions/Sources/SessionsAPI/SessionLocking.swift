/// Lets one task of one process at a time do something with the session that
/// takes a while, such as renewing it.
///
/// The lock doesn't keep others from reading or writing the session; see
/// ``SessionStoring/replace(_:with:)`` for that.
public protocol SessionLocking: Sendable {
    /// Waits for the lock, calls `body`, and gives the lock up; the end of the
    /// process gives it up as well.
    ///
    /// It isn't recursive.
    ///
    /// - Throws: ``SessionStoreError/storage(_:)`` when the lock can't be had
    ///   or the task was cancelled while it waited, and what `body` throws.
    func withSessionLock<Value>(
        _ body: () async throws(SessionStoreError) -> Value
    ) async throws(SessionStoreError) -> Value
}
