public import CoreModels

/// Tells who may see a picture, for the features around it.
public protocol ImageVisibilityReading: Sendable {
    /// Who may see the picture; nil if there is none.
    ///
    /// - Throws: What the database throws.
    func visibility(of id: ImageID) async throws -> ImageVisibility?
}
