public import PluginKit

/// The folder of a server's data.
public struct DataFolder: Hashable, Sendable {
    /// The name of the database in it, if that isn't elsewhere.
    public static let databaseName = "essentiald.sqlite"
    /// The name of the key file in it, which belongs to the database.
    public static let keyName = "server.key"
    /// The name of a folder in it that is there for as long as a restore isn't complete: no server uses the
    /// data until then.
    public static let restoreName = "essentiald.restoring"

    /// Where it is.
    public let path: String

    /// Names a folder.
    public init(path: String) {
        self.path = path
    }

    /// The path of something in it.
    public func path(of name: String) -> String { path + "/" + name }
}

/// A folder that a plugin keeps within the data folder.
///
/// Before anything is opened, the server makes sure that it belongs to its own
/// user and that nobody else writes to it, and takes from others what they may
/// read. It may be a link to a folder on another disk.
public struct DataFolderPart: Sendable {
    /// Where it is within the data folder, such as `images`.
    public let path: String
    /// Whether a folder of that name within it is one that only a server makes
    /// whose database has its tables: without that database the server doesn't
    /// begin anew, since it would forget what is in there.
    public let isKeptFolder: @Sendable (String) -> Bool

    /// Describes a folder.
    public init(_ path: String, isKeptFolder: @escaping @Sendable (String) -> Bool = { _ in false }) {
        self.path = path
        self.isKeptFolder = isKeptFolder
    }
}

/// Collects the folders within the data folder; plugins declare them.
public enum DataFolderParts: ExtensionPoint {
    /// A folder.
    public typealias Value = DataFolderPart
}
