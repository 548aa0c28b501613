public import CoreModels
public import FoundationEssentials

/// Knows where the bytes of a picture are.
public protocol ImageLocating: Sendable {
    /// The address of a picture's bytes on the server.
    func url(of id: ImageID) -> URL

    /// The address of a smaller picture, for a place that is so many pixels wide;
    /// `image` itself where none would do. What a server without such pictures
    /// has there is the picture as it is.
    func url(_ image: URL, forWidth pixels: Int) -> URL
}
