public import FoundationEssentials

/// Tells what was deleted because a provider said that its person wants it.
///
/// Anybody with the code may ask. Any number of calls may run at once.
public protocol ProviderDeletionReading: Sendable {
    /// What was deleted under a code; nil for a code that nobody got.
    ///
    /// - Throws: `connectivity`, `busy`, `server`, `cancelled`, `impossible`.
    func deletion(_ code: String) async throws(ProviderError) -> ProviderDeletion?
}

/// What a provider had told of somebody, and was deleted.
public struct ProviderDeletion: Hashable, Sendable {
    /// How people call the provider.
    public let title: String
    /// When it was deleted.
    public let deletedAt: Date

    /// Creates a value.
    public init(title: String, deletedAt: Date) {
        self.title = title
        self.deletedAt = deletedAt
    }
}
