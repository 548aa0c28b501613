public import CoreModels
public import FeedServiceAPI
public import SQLStoreAPI

/// Knows the pictures that a test says there are.
public struct ImageVisibilityStub: ImageVisibilityReading {
    private let pictures: [ImageID: ImageAudience]
    private let deleted: Set<ImageID>

    /// Creates a stub.
    ///
    /// - Parameter deleted: Pictures that are gone by the time something is to be
    ///   added to them.
    public init(_ pictures: [ImageID: ImageAudience], deleted: Set<ImageID> = []) {
        self.pictures = pictures
        self.deleted = deleted
    }

    /// Whether there is the picture, still.
    public func exists(_ id: ImageID, in transaction: any SQLWriting) throws -> Bool {
        pictures[id] != nil && !deleted.contains(id)
    }

    /// Its author, if it is for the author alone; nobody knows that of the others.
    public func author(of id: ImageID) async throws -> UserID? {
        if case .author(let author)? = pictures[id] { author } else { nil }
    }

    /// Who may see the picture; nil if there is none.
    public func audience(of id: ImageID) async throws -> ImageAudience? {
        pictures[id]
    }
}
