public import CoreModels
public import FoundationEssentials

/// Reads the bytes of pictures as they are, for whoever shows them on.
///
/// Calls may run at the same time; a cancelled call throws `.cancelled`.
public protocol PictureReading: Sendable {
    /// Reads the bytes of a picture; nil if there is none that whoever asks may
    /// see.
    ///
    /// - Parameter width: How wide it is to be at least, in pixels; nil for the
    ///   picture as it is.
    /// - Throws: ``ImageDataError``, each case but `notFound` for what it says.
    func picture(_ id: ImageID, width: Int?) async throws(ImageDataError) -> PictureBytes?
}

/// The bytes of a picture.
public struct PictureBytes: Hashable, Sendable {
    /// The bytes.
    public let bytes: Data
    /// Their media type, such as `image/jpeg`.
    public let type: String
    /// What other bytes are not called; nil if they have no name.
    public let version: String?
    /// Whether what was asked for will never be other bytes.
    public let isFinal: Bool

    /// Describes bytes.
    public init(_ bytes: Data, type: String, version: String?, isFinal: Bool) {
        self.bytes = bytes
        self.type = type
        self.version = version
        self.isFinal = isFinal
    }
}
