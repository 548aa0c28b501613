public import CoreModels
public import FoundationEssentials

/// Knows where the bytes of a picture are.
public protocol ImageLocating: Sendable {
    /// The address of a picture's bytes on the server.
    func url(of id: ImageID) -> URL
}
