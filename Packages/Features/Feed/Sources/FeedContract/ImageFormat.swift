/// The formats of pictures that the product knows, told by their content and
/// never by a name.
package enum ImageFormat: String, CaseIterable, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
    case gif = "image/gif"
    case avif = "image/avif"

    /// Tells the format of a file, or nil if it is no whole image.
    ///
    /// Each has a signature at its start and says by itself where it ends, so
    /// that a file that was cut off, or has something behind its end, is none.
    package init?(content: some RandomAccessCollection<UInt8>) {
        let bytes = Bytes(content)
        switch bytes[0] {
        case 0xFF where bytes.isJPEG: self = .jpeg
        case 0x89 where bytes.isPNG: self = .png
        case UInt8(ascii: "R") where bytes.isWebP: self = .webp
        case UInt8(ascii: "G") where bytes.isGIF: self = .gif
        case 0 where bytes.isAVIF: self = .avif
        default: return nil
        }
    }
}

/// The bytes of a file, read from its start; there are none behind its end.
private struct Bytes<Content: RandomAccessCollection> where Content.Element == UInt8 {
    private let content: Content

    init(_ content: Content) {
        self.content = content
    }

    subscript(_ offset: Int) -> UInt8 {
        offset >= 0 && offset < content.count ? content[content.index(content.startIndex, offsetBy: offset)] : 0
    }

    /// SOI and another marker; EOI (ITU-T T.81, B.1.1.3).
    var isJPEG: Bool {
        content.count > 4 && has([0xFF, 0xD8, 0xFF], at: 0) && has([0xFF, 0xD9], at: content.count - 2)
    }

    /// The signature and IHDR, which has 13 bytes; an IEND that is empty, with
    /// its checksum (RFC 2083, sections 3.1 and 4.1).
    var isPNG: Bool {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        return content.count > start.count + end.count && has(start, at: 0) && has(end, at: content.count - end.count)
    }

    /// A RIFF file of the form `WEBP`, as long as it says, that begins with one
    /// of three chunks (RFC 9649, sections 2.3 to 2.7).
    var isWebP: Bool {
        content.count > 20 && hasText("RIFF", at: 0) && hasText("WEBP", at: 8)
            && ["VP8 ", "VP8L", "VP8X"].contains { hasText($0, at: 12) }
            && number((4..<8).reversed()) + 8 == content.count
    }

    /// One of two versions; the trailer (GIF89a, sections 17 and 27).
    var isGIF: Bool {
        content.count > 14 && (hasText("GIF87a", at: 0) || hasText("GIF89a", at: 0)) && self[content.count - 1] == 0x3B
    }

    /// A box `ftyp` that names AVIF or its sequences, and boxes from there
    /// exactly to the end, one of them with data (ISO/IEC 14496-12, section
    /// 4.2; AV1 Image File Format, section 6).
    var isAVIF: Bool {
        let typeEnd = number(0..<4)
        guard hasText("ftyp", at: 4), typeEnd >= 16, typeEnd <= content.count else { return false }
        let brands = [8] + stride(from: 16, to: typeEnd - 3, by: 4)
        guard brands.contains(where: { hasText("avif", at: $0) || hasText("avis", at: $0) }) else { return false }
        var offset = typeEnd
        var hasData = false
        while offset < content.count {
            var size = number(offset..<offset + 4)
            if size == 1 { size = number(offset + 8..<offset + 16) }
            guard size >= 8, size <= content.count - offset else { return false }
            hasData = hasData || hasText("mdat", at: offset + 4)
            offset += size
        }
        return hasData
    }

    private func has(_ expected: some Collection<UInt8>, at offset: Int) -> Bool {
        expected.enumerated().allSatisfy { self[offset + $0] == $1 }
    }

    private func hasText(_ text: String, at offset: Int) -> Bool {
        has(Array(text.utf8), at: offset)
    }

    /// The number in some bytes, the most significant first; what is too large
    /// for a file is as large as can be.
    private func number(_ offsets: some Collection<Int>) -> Int {
        offsets.reduce(0) { $0 >= 1 << 48 ? Int.max >> 8 : $0 << 8 | Int(self[$1]) }
    }
}
