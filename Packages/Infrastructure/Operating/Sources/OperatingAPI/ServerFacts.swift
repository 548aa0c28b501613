public import FoundationEssentials
public import Localization
public import PluginKit

/// Something that whoever runs a server wants to know of it while it runs; never a secret.
public struct ServerFact: Hashable, Sendable {
    /// What it is.
    public let label: LocalizedText
    /// In whatever words it has, such as an identifier; nil for none.
    public let text: String?
    /// When it was or will be; nil where that says nothing.
    public let time: Date?

    /// Creates a fact.
    public init(_ label: LocalizedText, _ text: String? = nil, at time: Date? = nil) {
        self.label = label
        self.text = text
        self.time = time
    }
}

/// What a plugin knows of the server, for the pages of administrators.
///
/// ```swift
/// contributions.add(ServerFactSource(letters) { try await desk.facts() }, to: ServerFactSources.self)
/// ```
public struct ServerFactSource: Sendable {
    /// What it is about.
    public let heading: LocalizedText
    /// Whether it may name people, so that it is masked until somebody asks for it.
    public let isPersonal: Bool
    /// Reads it, some dozens of facts at most; none where there is nothing to know.
    ///
    /// What it throws is told as something that can't be told now.
    public let facts: @Sendable () async throws -> [ServerFact]

    /// Creates a source.
    public init(
        _ heading: LocalizedText, isPersonal: Bool = false, facts: @escaping @Sendable () async throws -> [ServerFact]
    ) {
        self.heading = heading
        self.isPersonal = isPersonal
        self.facts = facts
    }
}

/// Collects what plugins know of the server.
public enum ServerFactSources: ExtensionPoint {
    /// One of them.
    public typealias Value = ServerFactSource
}
