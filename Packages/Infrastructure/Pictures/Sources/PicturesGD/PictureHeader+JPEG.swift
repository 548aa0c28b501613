import PicturesAPI

extension PictureHeader {
    /// A file with more segments than that before its picture is none that a
    /// camera made.
    private static let maximumSegments = 1_000

    /// Walks over the segments up to the frame header (ITU-T T.81, B.2.2), past
    /// the orientation in Exif (CIPA DC-008, 4.5.4).
    static func jpeg(_ file: FileBytes) -> PictureHeader? {
        var position = 2
        var orientation = Orientation.upright
        for _ in 0..<maximumSegments {
            guard let head = file.read(at: position, count: 4), head[0] == 0xFF else { return nil }
            switch head[1] {
            case 0xFF: position += 1
            case 0x01, 0xD0...0xD7: position += 2
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(head[1]):
                guard let frame = file.read(at: position + 4, count: 5),
                    let height = frame.bigEndian(at: 1, count: 2), let width = frame.bigEndian(at: 3, count: 2)
                else { return nil }
                var header = PictureHeader(format: .jpeg, width: width, height: height)
                header.orientation = orientation
                return header
            // The picture, or its end, before its size.
            case 0x00, 0xD8...0xDA: return nil
            default:
                guard let length = head.bigEndian(at: 2, count: 2), length >= 2 else { return nil }
                if head[1] == 0xE1, let segment = file.read(at: position + 4, count: length - 2),
                    let exif = Orientation(exif: segment)
                {
                    orientation = exif
                }
                position += 2 + length
            }
        }
        return nil
    }
}
