import Locking
public import SecurityMetricsAPI

/// A trail that shows what a test says, and remembers what was asked of it.
public struct TrailStub: TrailFollowing, TrailKeeping {
    /// What can be asked.
    public enum Call: Hashable, Sendable {
        /// ``follow()``.
        case followed
        /// ``ask()``.
        case asked
        /// ``accept(_:)``.
        case accepted(TrailEvidence)
    }

    private let present: Locked<KeptTrail>
    private let next: Result<KeptTrail, TrailError>?
    private let made = Locked<[Call]>([])

    /// Creates a trail.
    ///
    /// - Parameters:
    ///   - kept: What is kept.
    ///   - next: What comes of asking the server; nil for what is kept.
    public init(_ kept: KeptTrail = KeptTrail(), asking next: Result<KeptTrail, TrailError>? = nil) {
        present = Locked(kept)
        self.next = next
    }

    /// What was asked of it, in order.
    public var calls: [Call] { made.current }

    /// Remembers it.
    public func follow() async {
        made.withLock { $0.append(.followed) }
    }

    /// What is kept.
    public func finding() async -> TrailContradiction? { present.current.evidence?.contradiction }

    /// What is kept.
    public func kept() async throws(TrailError) -> KeptTrail { present.current }

    /// What comes of asking.
    public func ask() async throws(TrailError) -> KeptTrail {
        made.withLock { $0.append(.asked) }
        guard let next else { return present.current }
        let kept = try next.get()
        present.withLock { $0 = kept }
        return kept
    }

    /// Goes on from the other head.
    public func accept(_ evidence: TrailEvidence) async throws(TrailError) -> KeptTrail {
        made.withLock { $0.append(.accepted(evidence)) }
        present.withLock { $0 = KeptTrail(head: evidence.shown) }
        return present.current
    }
}

extension TrailHead {
    /// A head that nobody signed.
    public static func sample(size: Int = 8, root: String = "3duLpABDgJMldQ0yY814kpwpQreUKjS3fhIslZSnTIw=") -> TrailHead
    {
        TrailHead(
            size: size, removed: 0, root: root, at: "2026-11-21T10:02:00.000Z", key: "key",
            signature: "signature", publicKey: "public key")
    }
}
