public import CoreModels
public import FoundationEssentials

/// Hides pictures from everybody but their authors, and shows them again.
///
/// When a call returns, the change is durable and holds for every request that
/// comes after.
public protocol ImageModerating: Sendable {
    /// Hides a picture. One that is hidden stays so since when it was.
    ///
    /// - Returns: Whether there is such a picture.
    /// - Throws: What the database throws.
    @discardableResult
    func hide(_ id: ImageID) async throws -> Bool

    /// Shows a picture again, to those for whom its author meant it.
    ///
    /// - Returns: Whether there is such a picture.
    /// - Throws: What the database throws.
    @discardableResult
    func show(_ id: ImageID) async throws -> Bool

    /// All pictures, the newest first.
    ///
    /// - Throws: What the database throws.
    func pictures() async throws -> [ImageID]

    /// The pictures that are hidden, the latest 1000, the latest first.
    ///
    /// - Throws: What the database throws.
    func hiddenImages() async throws -> [HiddenImage]
}

/// A picture that is hidden.
public struct HiddenImage: Hashable, Sendable {
    /// The picture's identifier.
    public let id: ImageID
    /// What it shows, if its author says so.
    public let description: String?
    /// Who published it.
    public let author: UserID
    /// Since when it is hidden.
    public let hiddenAt: Date

    /// Creates a description of a hidden picture.
    public init(id: ImageID, description: String?, author: UserID, hiddenAt: Date) {
        self.id = id
        self.description = description
        self.author = author
        self.hiddenAt = hiddenAt
    }
}
