import PicturesAPI

extension PictureHeader {
    /// The first chunk tells the size, in one of three ways (RFC 9649, 2.5 to
    /// 2.7).
    static func webp(_ file: FileBytes) -> PictureHeader? {
        guard let bytes = file.read(at: 12, count: 18) else { return nil }
        let content = Array(bytes.dropFirst(8))
        func header(_ width: Int?, _ height: Int?) -> PictureHeader? {
            guard let width, let height else { return nil }
            return PictureHeader(format: .webp, width: width, height: height)
        }
        switch String(decoding: bytes.prefix(4), as: UTF8.self) {
        case "VP8 " where content.dropFirst(3).starts(with: [0x9D, 0x01, 0x2A]):
            return header(
                content.littleEndian(at: 6, count: 2).map { $0 & 0x3FFF },
                content.littleEndian(at: 8, count: 2).map { $0 & 0x3FFF })
        case "VP8L" where content[0] == 0x2F:
            guard let bits = content.littleEndian(at: 1, count: 4) else { return nil }
            return header((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case "VP8X":
            var extended = header(
                content.littleEndian(at: 4, count: 3).map { $0 + 1 },
                content.littleEndian(at: 7, count: 3).map { $0 + 1 })
            extended?.isAnimated = content[0] & 0x02 != 0
            extended?.orientation = orientation(inChunksOf: file) ?? .upright
            return extended
        default: return nil
        }
    }

    /// Exif has a chunk of its own, after the picture.
    private static func orientation(inChunksOf file: FileBytes) -> Orientation? {
        var position = 12
        for _ in 0..<64 {
            guard let head = file.read(at: position, count: 8), let length = head.littleEndian(at: 4, count: 4) else {
                return nil
            }
            if head.starts(with: "EXIF".utf8) {
                guard let exif = file.read(at: position + 8, count: min(length, 64 * 1024)) else { return nil }
                return Orientation(exif: exif) ?? Orientation(tiff: exif)
            }
            position += 8 + length + length % 2
        }
        return nil
    }
}
