public import CoreModels
public import PluginKit
public import SQLStoreAPI

/// Counts what was said about pictures, for the feed that shows them.
public protocol ImageCommentCounting: Sendable {
    /// How many comments there are on each of some pictures, counted at once; one
    /// that isn't named has none.
    ///
    /// - Throws: What the database throws.
    func commentCounts(on images: [ImageID], in reader: any SQLReading) throws -> [ImageID: Int]
}

/// Collects those who count comments on pictures.
public enum ImageCommentCounters: ExtensionPoint {
    /// A counter.
    public typealias Value = any ImageCommentCounting
}
