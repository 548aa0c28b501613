public import PluginKit

/// Takes out of tables what counts no more, every now and then.
///
/// ```swift
/// Sweep("captcha", every: .seconds(60)) { db in
///     try db.run("DELETE FROM used_challenges WHERE ends_at <= \(now())")
/// }
/// ```
///
/// Nobody waits for it, and nothing may depend on its having happened: what
/// reads the table leaves out what counts no more. Where several processes share
/// a database, one of them does it at a time. It happens first as the store has
/// started; a failure is told to the store's observer, and the next round tries
/// again.
public struct Sweep: Sendable {
    /// The owner's name; no two sweeps have the same.
    public let id: String
    /// The time between two rounds.
    public let interval: Duration
    /// Does it, in a transaction that is on disk soon; see
    /// ``SQLDatabase/write(_:_:)``.
    public let body: @Sendable (any SQLWriting) throws -> Void

    /// Creates a sweep.
    public init(
        _ id: String, every interval: Duration, _ body: @escaping @Sendable (any SQLWriting) throws -> Void
    ) {
        self.id = id
        self.interval = interval
        self.body = body
    }
}

/// The place to which features contribute the sweeps of their tables.
public enum Sweeps: ExtensionPoint {
    /// What features contribute.
    public typealias Value = Sweep
}
