/// Shows how far something is.
///
/// May be called from any thread and as often as one likes: the terminal redraws
/// at most ten times a second. Nothing remains on screen after ``finish()``.
public protocol ProgressReporting: Sendable {
    /// Tells how much is done, and how much there is in all if that is known.
    func update(completed: Int64, total: Int64?)

    /// Takes the progress off the screen; further calls do nothing.
    func finish()
}

/// What progress counts.
public enum ProgressUnit: Hashable, Sendable {
    /// Bytes, shown as kB and MB with a rate.
    case bytes
    /// Things, shown as numbers.
    case items
}
