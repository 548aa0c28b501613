public import PluginKit

/// Collects what tells whether the parts of a server's data belong together; plugins
/// declare it.
///
/// ```swift
/// public static let declarations = Contributions({ try await Keys.check($0) }, to: ServerDataChecks.self)
/// ```
public enum ServerDataChecks: ExtensionPoint {
    /// Looks at the data and changes nothing; their tables may still be those of an older server.
    ///
    /// It throws what a server would throw at its start, so that a command refuses what
    /// a server refuses, in the same words.
    public typealias Value = @Sendable (ServerData) async throws -> Void
}
