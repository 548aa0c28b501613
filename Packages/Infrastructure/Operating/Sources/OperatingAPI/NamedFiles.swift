public import PluginKit
public import SQLStoreAPI

/// Files in the data folder that rows of the database name, each by the SHA-256 of its content.
///
/// A file lies at `folder/aa/digest`, where `aa` is how the digest begins, and never changes. It is there before
/// a row names it, and goes after the last row that did. Who copies the data takes them along.
public struct NamedFiles: Sendable {
    /// The folder within the data folder that has them, such as `images`.
    public let folder: String
    /// Reads the digests that rows name, in hexadecimal, each at least once; the tables are the newest.
    public let digests: @Sendable (any SQLReading) throws -> [String]

    /// Describes files.
    public init(_ folder: String, digests: @escaping @Sendable (any SQLReading) throws -> [String]) {
        self.folder = folder
        self.digests = digests
    }
}

/// Collects what files rows name; plugins declare it.
public enum DataFiles: ExtensionPoint {
    /// The files of a plugin.
    public typealias Value = NamedFiles
}
