public import PluginKit

/// Something that others may change while somebody looks at a screen.
public struct LiveTopic: Hashable, Sendable {
    /// By whom it is followed: the name of a ``LiveSource``.
    public let source: String
    /// What it is about, such as the identifier of a picture; empty for all.
    public let subject: String

    /// Creates a topic.
    public init(_ source: StaticString, about subject: String = "") {
        self.source = source.description
        self.subject = subject
    }

    /// A topic as it is written into a screen.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard let source = parts.first else { return nil }
        self.source = source
        subject = parts.count > 1 ? parts[1] : ""
    }

    /// The topic as it is written into a screen.
    package var text: String { subject.isEmpty ? source : source + ":" + subject }
}

/// Tells of a topic while somebody looks.
public struct LiveSource: Sendable {
    /// Its name.
    public let name: String
    /// Who follows it on every screen; nil for those who look at a screen that
    /// names it.
    public let audience: NavigationItem.Audience?
    /// Tells what happens from now on, until its task is cancelled or there is
    /// nothing to tell any more.
    ///
    /// It tells nothing to who may not see the subject. What it throws ends the
    /// telling, and nobody is told so; what its `tell` throws it hands on.
    public let follow:
        @Sendable (
            _ subject: String, _ request: ScreenRequest, _ tell: @escaping @Sendable (LiveNews) async throws -> Void
        ) async throws -> Void

    /// Creates a source; its name consists of lower-case letters.
    public init(
        _ name: StaticString, for audience: NavigationItem.Audience? = nil,
        follow:
            @escaping @Sendable (
                _ subject: String, _ request: ScreenRequest,
                _ tell: @escaping @Sendable (LiveNews) async throws -> Void
            ) async throws -> Void
    ) {
        self.name = name.description
        self.audience = audience
        self.follow = follow
    }
}

/// What somebody who looks at a screen is told.
public enum LiveNews: Hashable, Sendable {
    /// The parts that follow the topic are other ones now.
    case changed
    /// Something that has to be known.
    case notice(ScreenNotice)
    /// Nobody is signed in any more.
    case signedOut
    /// What belongs to the person is locked.
    case locked
    /// The program ends.
    case over
}

/// Collects what tells of topics.
public enum LiveSources: ExtensionPoint {
    /// A source.
    public typealias Value = LiveSource
}
