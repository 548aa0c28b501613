import PicturesAPI

extension PictureHeader {
    /// The largest of the sizes among the properties of its items: the picture
    /// is as large as the largest item (ISO/IEC 23008-12, 6.5.3).
    static func avif(_ file: FileBytes) -> PictureHeader? {
        let whole = 0..<file.count
        guard let type = boxes(in: whole, of: file).first(where: { $0.type == "ftyp" }),
            let brands = file.read(at: type.content.lowerBound, count: min(type.content.count, 256)),
            stride(from: 0, to: brands.count - 3, by: 4).contains(where: {
                brands[$0...].starts(with: "avif".utf8) || brands[$0...].starts(with: "avis".utf8)
            }),
            let meta = boxes(in: whole, of: file).first(where: { $0.type == "meta" }),
            meta.content.count > 4,
            let properties = boxes(in: meta.content.dropFirst(4), of: file).first(where: { $0.type == "iprp" }),
            let container = boxes(in: properties.content, of: file).first(where: { $0.type == "ipco" })
        else { return nil }
        let sizes = boxes(in: container.content, of: file).filter { $0.type == "ispe" }.compactMap { box in
            file.read(at: box.content.lowerBound, count: 12).flatMap { bytes -> PictureHeader? in
                guard let width = bytes.bigEndian(at: 4, count: 4), let height = bytes.bigEndian(at: 8, count: 4) else {
                    return nil
                }
                return PictureHeader(format: .avif, width: width, height: height)
            }
        }
        return sizes.max { $0.pixels < $1.pixels }
    }

    private struct Box {
        let type: String
        let content: Range<Int>
    }

    /// The boxes of a part of the file (ISO/IEC 14496-12, 4.2), as far as they
    /// make sense.
    private static func boxes(in range: Range<Int>, of file: FileBytes) -> [Box] {
        var boxes: [Box] = []
        var position = range.lowerBound
        while boxes.count < 256, let head = file.read(at: position, count: 8),
            let size = head.bigEndian(at: 0, count: 4)
        {
            // 0 goes to the end, 1 has a longer size behind; pictures need none.
            let end = size == 0 ? range.upperBound : position + size
            guard size == 0 || size >= 8, end <= range.upperBound else { break }
            boxes.append(
                Box(type: String(decoding: head.dropFirst(4), as: UTF8.self), content: position + 8..<end))
            position = end
        }
        return boxes
    }
}
