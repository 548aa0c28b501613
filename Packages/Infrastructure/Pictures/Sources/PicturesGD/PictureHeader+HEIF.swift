import PicturesAPI

extension PictureHeader {
    /// The largest of the sizes among the properties of its items: the picture
    /// is as large as the largest item (ISO/IEC 23008-12, 6.5.3).
    static func heif(_ file: FileBytes) -> PictureHeader? {
        guard let properties = HEIFProperties(of: file) else { return nil }
        let sizes = properties.all.filter { $0.type == "ispe" }.compactMap { box in
            file.read(at: box.content.lowerBound, count: 12).flatMap { bytes -> PictureHeader? in
                guard let width = bytes.bigEndian(at: 4, count: 4), let height = bytes.bigEndian(at: 8, count: 4) else {
                    return nil
                }
                return PictureHeader(format: properties.format, width: width, height: height)
            }
        }
        var header = sizes.max { $0.pixels < $1.pixels }
        // libheif turns by itself.
        if properties.format == .avif { header?.orientation = orientation(properties.ofPicture, in: file) }
        return header
    }

    /// How the turns and mirrors of a picture, one after the other, would stand
    /// in Exif (ISO/IEC 23008-12, 6.5.10 and 6.5.12).
    private static func orientation(_ properties: [HEIFProperties.Box], in file: FileBytes) -> Orientation {
        // Quarters of a turn against the clock, and whether left and right change
        // sides after that.
        var turns = 0, isMirrored = false
        for box in properties {
            guard let value = file.read(at: box.content.lowerBound, count: 1)?.first else { continue }
            switch box.type {
            case "irot": turns += isMirrored ? 4 - Int(value & 3) : Int(value & 3)
            case "imir":
                isMirrored.toggle()
                // Top and bottom instead is the same, half a turn on.
                if value & 1 == 0 { turns += 2 }
            default: continue
            }
        }
        return isMirrored
            ? [.mirrored, .rightMirrored, .upsideDownMirrored, .leftMirrored][turns % 4]
            : [.upright, .right, .upsideDown, .left][turns % 4]
    }
}
