public import CoreModels

/// Takes note of work that is done after the answer.
///
/// What a request costs until it is answered tells whoever measures it what was
/// done. Where that is nobody's business, such as whether an address has an
/// account, the request only has its work noted, which costs the same whatever
/// becomes of it.
///
/// Any number of calls may run at once.
public protocol WorkDeferring: Sendable {
    /// Takes note of work; it is on disk when this returns.
    ///
    /// It is done soon, at least once, also if the server is killed meanwhile.
    ///
    /// - Parameters:
    ///   - details: What has to be known to do it; sealed in the database.
    ///   - kind: Whose work it is, see ``DeferredWorkHandling/workKind``.
    /// - Throws: `cancelled`, `unavailable`.
    func `defer`(_ details: Secret, for kind: DeferredWorkKind) async throws(DeferredWorkError)
}

/// A kind of work.
public struct DeferredWorkKind: Hashable, Sendable {
    /// The name, such as `password-recovery`.
    public let name: String

    /// Creates a kind; its name consists of lower-case letters and hyphens.
    public init(_ name: StaticString) {
        self.name = name.description
    }
}

/// Why work could not be noted; it won't be done.
public enum DeferredWorkError: OutageError, Hashable {
    /// The task was cancelled.
    case cancelled
    /// The database or the cryptography failed; the reason is for logs.
    case unavailable(reason: String)
}

extension DeferredWorkError: CustomStringConvertible {
    /// Whether the service is out of order.
    public var isOutage: Bool { if case .unavailable = self { true } else { false } }

    /// What logs say.
    public var description: String {
        switch self {
        case .cancelled: "cancelled"
        case .unavailable(let reason): reason
        }
    }
}
