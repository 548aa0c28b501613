package import CoreModels
package import DeviceIntegrityAPI
package import FoundationEssentials

/// What a device has to tell the server of, and has told it: a value without input or output.
///
/// It knows kinds by their codes: those of a later program stay as they are.
package struct KeptFindings: Codable, Hashable, Sendable {
    /// How much waits at most; of more, the oldest is forgotten.
    package static let limit = 64
    /// For how long a server without the route is left alone, in seconds.
    package static let pause: TimeInterval = 3_600

    /// The session that something is told in.
    package struct Audience: Codable, Hashable, Sendable {
        package let person: UserID
        /// Nil where the server's tokens don't tell it.
        package let session: SessionID?

        package init(person: UserID, session: SessionID?) {
            self.person = person
            self.session = session
        }
    }

    private struct Waiting: Codable, Hashable, Sendable {
        let kind: String
        /// Who was logged in; nil for nobody.
        let person: UserID?
    }

    private struct Settled: Codable, Hashable, Sendable {
        let kind: String
        /// When the server took it; nil where it never will.
        let toldAt: Date?
    }

    private var waiting: [Waiting] = []
    private var settled: [Settled] = []
    /// Whose `settled` is.
    private var audience: Audience?
    private var notOfferedAt: Date?

    package init() {}

    /// Whether the server has no such route, as far as is known.
    package var isOffered: Bool { notOfferedAt == nil }

    /// Has something wait, unless it does already or was settled in that session.
    ///
    /// - Parameter audience: Who is logged in; nil for nobody.
    package mutating func note(_ kinds: [IntegrityFinding.Kind], for audience: Audience?) {
        for kind in kinds {
            let entry = Waiting(kind: kind.rawValue, person: audience?.person)
            let isSettled = audience != nil && audience == self.audience && settled.contains { $0.kind == entry.kind }
            if !isSettled, !waiting.contains(entry) { waiting.append(entry) }
        }
        waiting.removeFirst(max(0, waiting.count - Self.limit))
    }

    /// What is to be told in a session, each once, the oldest first: what was found while its person or nobody was logged in.
    package func due(for audience: Audience) -> [IntegrityFinding.Kind] {
        Self.kinds(waiting.filter { $0.person == nil || $0.person == audience.person }.map(\.kind))
    }

    /// All that waits, whoever it waits for.
    package var allWaiting: [IntegrityFinding.Kind] { Self.kinds(waiting.map(\.kind)) }

    /// What the server took, and when.
    package var told: [IntegrityFinding.Kind: Date] {
        settled.reduce(into: [:]) { told, entry in
            if let kind = IntegrityFinding.Kind(rawValue: entry.kind), let date = entry.toldAt { told[kind] = date }
        }
    }

    /// Takes note of what came of telling.
    ///
    /// - Parameter date: When the server took it; nil where it never will.
    package mutating func settle(_ kind: IntegrityFinding.Kind, in audience: Audience, toldAt date: Date?) {
        if self.audience != audience { (self.audience, settled) = (audience, []) }
        waiting.removeAll { $0.kind == kind.rawValue && ($0.person == nil || $0.person == audience.person) }
        settled.removeAll { $0.kind == kind.rawValue }
        settled.append(Settled(kind: kind.rawValue, toldAt: date))
        notOfferedAt = nil
    }

    /// Takes note that the server has no such route.
    package mutating func noteNotOffered(at date: Date) { notOfferedAt = date }

    /// Whether the server is left alone, since it has no such route; a clock that was set back doesn't prolong that.
    package func isPaused(at now: Date) -> Bool {
        notOfferedAt.map { abs(now.timeIntervalSince($0)) < Self.pause } ?? false
    }

    private static func kinds(_ codes: [String]) -> [IntegrityFinding.Kind] {
        codes.reduce(into: []) { kinds, code in
            if let kind = IntegrityFinding.Kind(rawValue: code), !kinds.contains(kind) { kinds.append(kind) }
        }
    }
}
