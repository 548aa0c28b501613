import CBitmaps
public import ConsoleAPI
public import FoundationEssentials
import Glibc

/// Decodes with the libraries of the formats, libjpeg and libpng.
///
/// Neither takes more memory than a picture of 24 megapixels needs, whatever a
/// file says.
public struct LibraryBitmapDecoder: BitmapDecoding {
    private static let maximumPixels = 24_000_000

    /// Creates a decoder.
    public init() {}

    /// Decodes a file.
    public func decode(_ content: Data, width: Int, height: Int) -> Bitmap? {
        let pixels = unsafe content.withUnsafeBytes { bytes in
            switch content.first {
            case 0xFF:
                unsafe cbitmaps_decode_jpeg(
                    bytes.baseAddress, bytes.count, max(0, width), max(0, height), Self.maximumPixels)
            case 0x89: unsafe cbitmaps_decode_png(bytes.baseAddress, bytes.count, Self.maximumPixels)
            default: unsafe cbitmaps_pixels()
            }
        }
        guard let start = unsafe pixels.bytes else { return nil }
        defer { unsafe free(start) }
        let (width, height) = unsafe (Int(pixels.width), Int(pixels.height))
        let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: width * height * 3))
        return Bitmap(width: width, height: height, bytes: bytes)
    }
}
