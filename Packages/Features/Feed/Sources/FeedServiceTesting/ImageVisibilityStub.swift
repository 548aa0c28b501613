public import CoreModels
public import FeedServiceAPI

/// Knows the pictures that a test says there are.
public struct ImageVisibilityStub: ImageVisibilityReading {
    private let pictures: [ImageID: ImageAudience]

    /// Creates a stub.
    public init(_ pictures: [ImageID: ImageAudience]) {
        self.pictures = pictures
    }

    /// Who may see the picture; nil if there is none.
    public func audience(of id: ImageID) async throws -> ImageAudience? {
        pictures[id]
    }
}
