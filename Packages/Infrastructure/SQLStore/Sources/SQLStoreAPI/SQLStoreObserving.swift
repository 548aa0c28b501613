/// Hears what happens to a store: to log it, to count it, to tell the person.
///
/// Calls come from any thread, in the order of events, and must return soon.
public protocol SQLStoreObserving: Sendable {
    /// Takes note of an event.
    func observe(_ event: SQLStoreEvent)
}

/// Something that happened to a store.
public enum SQLStoreEvent: Hashable, Sendable {
    /// Another process opens the database, and has been waited for for a second.
    case waits(path: String)
    /// The store is open.
    case opened(path: String)
    /// A migration was applied.
    case migrated(id: String)
    /// The file has tables of a plugin that isn't part of this program.
    case foreignMigration(id: String)
    /// The file was damaged; it was moved away and a new one begun.
    case setAside(DamagedDatabase)
    /// A copy was written.
    case backedUp(path: String)
    /// The store is closed.
    case closed(path: String)
    /// Something went wrong that no caller hears of.
    case fault(SQLError)
}

/// A damaged database and where it is now.
public struct DamagedDatabase: Hashable, Sendable {
    /// Where it was.
    public let path: String
    /// Where its files were moved to, the database first.
    public let files: [String]
    /// What is wrong with it, in English.
    public let reason: String

    /// Creates a description.
    public init(path: String, files: [String], reason: String) {
        self.path = path
        self.files = files
        self.reason = reason
    }
}
