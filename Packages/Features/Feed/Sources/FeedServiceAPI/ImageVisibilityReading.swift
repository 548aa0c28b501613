public import CoreModels
public import SQLStoreAPI

/// Tells who may see a picture, for the features around it.
public protocol ImageVisibilityReading: Sendable {
    /// Who may see the picture as things are; nil if there is none.
    ///
    /// - Throws: What the database throws.
    func audience(of id: ImageID) async throws -> ImageAudience?

    /// Who published the picture; nil if there is none.
    ///
    /// - Throws: What the database throws.
    func author(of id: ImageID) async throws -> UserID?

    /// Whether there is such a picture, for who adds something to it in a
    /// transaction: it is deleted before or after.
    ///
    /// - Throws: What the database throws.
    func exists(_ id: ImageID, in transaction: any SQLWriting) throws -> Bool
}

/// Who may see a picture as things are.
public enum ImageAudience: Hashable, Sendable {
    /// Everyone, also without an account.
    case everyone
    /// People who are logged in.
    case members
    /// Its author alone, since it was hidden; for everybody else there is no
    /// such picture.
    case author(UserID)

    /// Whether somebody sees the picture; nil stands for whoever has no session.
    public func includes(_ person: UserID?) -> Bool {
        switch self {
        case .everyone: true
        case .members: person != nil
        case .author(let author): person == author
        }
    }
}
