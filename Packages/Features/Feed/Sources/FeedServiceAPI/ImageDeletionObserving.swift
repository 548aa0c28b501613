public import CoreModels
public import PluginKit
public import SQLStoreAPI

/// Takes part in the deletion of pictures, for the features around them.
public protocol ImageDeletionObserving: Sendable {
    /// Removes what belongs to a picture in the transaction that deletes it, so
    /// that both go or none. It must only write to the database.
    ///
    /// - Throws: what undoes the whole transaction, the deletion included.
    func recordDeletion(of image: ImageID, in transaction: any SQLWriting) throws
}

/// Collects those who take part in the deletion of pictures.
public enum ImageDeletionObservers: ExtensionPoint {
    /// An observer.
    public typealias Value = any ImageDeletionObserving
}
