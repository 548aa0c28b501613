/// How a picture has to be turned to be upright (Exif, tag 0x0112).
package enum Orientation: Int, Hashable, Sendable, Codable, CaseIterable {
    case upright = 1
    case mirrored
    case upsideDown
    case upsideDownMirrored
    case leftMirrored
    case left
    case rightMirrored
    case right

    private static let tag = 0x0112

    /// Reads the orientation from a segment of Exif, which is a name and a TIFF
    /// file; nil unless its first directory has one that makes sense.
    init?(exif segment: [UInt8]) {
        guard segment.starts(with: "Exif\0\0".utf8) else { return nil }
        self.init(tiff: Array(segment.dropFirst(6)))
    }

    init?(tiff: [UInt8]) {
        let isLittle = tiff.starts(with: [0x49, 0x49, 42, 0])
        guard isLittle || tiff.starts(with: [0x4D, 0x4D, 0, 42]) else { return nil }
        func number(at offset: Int, count: Int) -> Int? {
            isLittle ? tiff.littleEndian(at: offset, count: count) : tiff.bigEndian(at: offset, count: count)
        }
        guard let directory = number(at: 4, count: 4), let entries = number(at: directory, count: 2) else { return nil }
        for index in 0..<entries {
            let entry = directory + 2 + index * 12
            guard let tag = number(at: entry, count: 2), let value = number(at: entry + 8, count: 2) else { return nil }
            if tag == Self.tag {
                self.init(rawValue: value)
                return
            }
        }
        return nil
    }
}
