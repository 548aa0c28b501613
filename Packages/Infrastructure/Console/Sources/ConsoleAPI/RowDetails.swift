public import FoundationEssentials
public import PluginKit

/// What a feature adds when a row of another one's list is shown in full, such
/// as the comments beneath a picture.
public struct RowDetails: Sendable {
    /// The list to whose rows it adds something.
    public let list: ListName
    /// What there is to add to a row; failures are said in it.
    public let blocks: @Sendable (UUID) async -> [OutputBlock]

    /// Creates an addition.
    public init(to list: ListName, blocks: @escaping @Sendable (UUID) async -> [OutputBlock]) {
        self.list = list
        self.blocks = blocks
    }
}

/// Collects what features add to rows that are shown in full.
public enum RowDetailing: ExtensionPoint {
    /// An addition.
    public typealias Value = RowDetails
}
