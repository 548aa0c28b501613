/// A format of pictures, told by the content of a file; the raw value is its
/// media type.
public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
    /// ISO/IEC 10918.
    case jpeg = "image/jpeg"
    /// ISO/IEC 15948.
    case png = "image/png"
    /// RFC 9649.
    case webp = "image/webp"
    /// Versions 87a and 89a.
    case gif = "image/gif"
    /// The AV1 image file format.
    case avif = "image/avif"
    /// HEVC in the image file format of ISO/IEC 23008-12: what phones make.
    case heic = "image/heic"
}
