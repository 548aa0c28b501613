/// An error by which a service says whether it is only out of order for now: its
/// database, its disk or something else that it needs doesn't work, and nothing
/// is wrong with what it was asked.
public protocol OutageError: Error {
    /// Whether the same may succeed later.
    var isOutage: Bool { get }
}
