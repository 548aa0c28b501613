package import PicturesAPI

/// What a file says about its picture before anything is decoded.
///
/// Few bytes are read, whatever the file says about their place, and no number
/// in it decides how much memory is used.
package struct PictureHeader: Hashable, Sendable {
    package let format: PictureFormat
    /// In pixels, as they are stored.
    package let width: Int
    /// In pixels, as they are stored.
    package let height: Int
    /// How many pixels that makes; what no number holds is as much as one holds.
    var pixels: Int {
        let (product, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? .max : product
    }
    package var orientation = Orientation.upright
    /// Whether it is a WebP of several pictures.
    package var isAnimated = false

    package init(format: PictureFormat, width: Int, height: Int) {
        self.format = format
        self.width = width
        self.height = height
    }

    /// Reads the header; nil if the content is none of the formats, or if its
    /// size isn't where it should be.
    package init?(of file: FileBytes) {
        guard let start = file.read(at: 0, count: 12) ?? file.read(at: 0, count: file.count) else { return nil }
        let header: PictureHeader?
        switch start {
        case let start where start.starts(with: [0xFF, 0xD8, 0xFF]): header = Self.jpeg(file)
        case let start where start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]):
            header = Self.png(file)
        case let start where start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8):
            header = Self.gif(file)
        case let start where start.starts(with: "RIFF".utf8) && start.dropFirst(8).starts(with: "WEBP".utf8):
            header = Self.webp(file)
        case let start where start.dropFirst(4).starts(with: "ftyp".utf8): header = Self.heif(file)
        default: header = nil
        }
        guard let header, header.width > 0, header.height > 0 else { return nil }
        self = header
    }

    /// The signature, then a chunk IHDR with both sizes (ISO/IEC 15948, 11.2.2).
    private static func png(_ file: FileBytes) -> PictureHeader? {
        guard let bytes = file.read(at: 8, count: 16), bytes.dropFirst(4).starts(with: "IHDR".utf8),
            let width = bytes.bigEndian(at: 8, count: 4), let height = bytes.bigEndian(at: 12, count: 4)
        else { return nil }
        return PictureHeader(format: .png, width: width, height: height)
    }

    /// The logical screen, which holds all pictures (GIF89a, section 18).
    private static func gif(_ file: FileBytes) -> PictureHeader? {
        guard let bytes = file.read(at: 6, count: 4), let width = bytes.littleEndian(at: 0, count: 2),
            let height = bytes.littleEndian(at: 2, count: 2)
        else { return nil }
        return PictureHeader(format: .gif, width: width, height: height)
    }
}
