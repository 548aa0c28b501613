public import PluginKit

/// Hands events of the audit trail to somebody outside of the server, such as an operator's collector.
///
/// A plugin contributes one to ``EventForwarders``. The trail keeps how far each of them is, and
/// calls it from a task of its own: one call after another, with events in the order of the trail,
/// until it returns. So an event comes once more after a failure, or where the server ended before
/// it had noted the success, and always with the same ``ForwardedEvent/id``.
public protocol EventForwarding: Sendable {
    /// Under which name the trail keeps how far it is: lower-case letters, digits and hyphens;
    /// never changed, and nobody else's.
    var name: String { get }

    /// Whether events bring what is personal, because the operator wants that; see ``ForwardedEvent``.
    var takesPersonalData: Bool { get }

    /// How many events it takes in one call, at least 1.
    var largestBatch: Int { get }

    /// Hands over events, and returns once the receiver has said that it has them.
    ///
    /// It takes a minute at most. When the task is cancelled, it ends soon; what it throws
    /// then doesn't matter.
    ///
    /// - Parameter events: At least one, the earliest first.
    /// - Throws: Why the receiver may not have them; they come again.
    func forward(_ events: [ForwardedEvent]) async throws(ForwardingError)
}

/// Collects those who forward events; where the operator has set none, there is none.
public enum EventForwarders: ExtensionPoint {
    /// A forwarder.
    public typealias Value = any EventForwarding
}

/// Why a receiver may not have events.
///
/// Reasons are for logs and operators: in English, and without a secret or anything of an event.
public enum ForwardingError: Error, Hashable, Sendable {
    /// The receiver can't be reached, takes too long, gives no proper answer or is set up in
    /// another way: the same events come again, after growing pauses.
    ///
    /// `retryAfter` is how long it wants to be left alone, if it said so.
    case unavailable(reason: String, retryAfter: Duration? = nil)
    /// The receiver doesn't want these events in this form: the first of them comes again alone,
    /// then without what strangers wrote, so that nobody holds the others up by words that a
    /// filter on the way takes for an attack.
    case refused(reason: String)

    /// What happened.
    public var reason: String {
        switch self {
        case .unavailable(let reason, _), .refused(let reason): reason
        }
    }
}
