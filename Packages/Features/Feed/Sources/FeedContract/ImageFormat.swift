/// The formats of pictures that the product knows, told by their content and
/// never by a name.
package enum ImageFormat: String, CaseIterable, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"

    /// Tells the format of a file, or nil if it is no whole image.
    ///
    /// A JPEG file starts with SOI and another marker and ends with EOI
    /// (ITU-T T.81, B.1.1.3); a PNG file starts with its signature and IHDR and
    /// ends with IEND (RFC 2083, sections 3.1 and 4.1). A download that was cut
    /// off has the start but not the end.
    package init?(content: some RandomAccessCollection<UInt8>) {
        let start = Array(content.prefix(16)), end = Array(content.suffix(12))
        if start.starts(with: [0xFF, 0xD8, 0xFF]), content.count > 4, end.suffix(2) == [0xFF, 0xD9] {
            self = .jpeg
        } else if start.starts(with: Self.pngStart), end == Self.pngEnd, content.count > 16 + 12 {
            self = .png
        } else {
            return nil
        }
    }

    /// The signature, and the length and type of the first chunk.
    private static let pngStart: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
    ]
    /// The last chunk: no bytes, its type, and its checksum.
    private static let pngEnd: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
}
