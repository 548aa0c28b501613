public import CoreModels
public import FeedServiceAPI

/// Knows the pictures that a test says there are.
public struct ImageVisibilityStub: ImageVisibilityReading {
    private let pictures: [ImageID: ImageVisibility]

    /// Creates a stub.
    public init(_ pictures: [ImageID: ImageVisibility]) {
        self.pictures = pictures
    }

    /// Who may see the picture; nil if there is none.
    public func visibility(of id: ImageID) async throws -> ImageVisibility? {
        pictures[id]
    }
}
