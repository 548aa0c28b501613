import PicturesAPI

/// The properties of the pictures in an AVIF or HEIC file (ISO/IEC 23008-12,
/// 9.3).
struct HEIFProperties {
    /// A part of a file that says what it is (ISO/IEC 14496-12, 4.2).
    struct Box {
        let type: String
        let content: Range<Int>
    }

    let format: PictureFormat
    /// Those of all pictures.
    let all: [Box]
    /// Those of the picture that is shown, in the order in which they apply.
    let ofPicture: [Box]

    /// The formats by the brands of their files (AV1 Image File Format, 6; ISO/IEC
    /// 23008-12, B.4).
    private static let brands: KeyValuePairs<PictureFormat, [String]> = [
        .avif: ["avif", "avis"], .heic: ["heic", "heix", "heim", "heis"],
    ]

    /// - Returns: nil for a file that is neither, or has no properties.
    init?(of file: FileBytes) {
        let whole = Self.boxes(in: 0..<file.count, of: file)
        guard let type = whole.first(where: { $0.type == "ftyp" }),
            let brands = file.read(at: type.content.lowerBound, count: min(type.content.count, 256)),
            let format = Self.format(of: brands),
            let meta = whole.first(where: { $0.type == "meta" }), meta.content.count > 4
        else { return nil }
        let items = Self.boxes(in: meta.content.dropFirst(4), of: file)
        guard let properties = items.first(where: { $0.type == "iprp" }) else { return nil }
        let parts = Self.boxes(in: properties.content, of: file)
        guard let container = parts.first(where: { $0.type == "ipco" }) else { return nil }
        let all = Self.boxes(in: container.content, of: file)
        let shown = items.first { $0.type == "pitm" }.flatMap { Self.shownItem($0, file) }
        let indices = parts.filter { $0.type == "ipma" }.lazy.compactMap { box in
            shown.flatMap { Self.indices(of: $0, in: box, file) }
        }.first
        self.format = format
        self.all = all
        // The first has the number 1; 0 means none.
        ofPicture = (indices ?? []).filter { $0 > 0 && $0 <= all.count }.map { all[$0 - 1] }
    }

    private static func format(of names: [UInt8]) -> PictureFormat? {
        let names = stride(from: 0, to: names.count - 3, by: 4).map {
            String(decoding: names[$0..<$0 + 4], as: UTF8.self)
        }
        return brands.first { $0.value.contains(where: names.contains) }?.key
    }

    /// The number of the picture that is shown (ISO/IEC 14496-12, 8.11.4).
    private static func shownItem(_ box: Box, _ file: FileBytes) -> Int? {
        guard let bytes = read(box, file) else { return nil }
        return bytes.bigEndian(at: 4, count: bytes.first == 0 ? 2 : 4)
    }

    /// The numbers of the properties of an item (ISO/IEC 23008-12, 9.3.1).
    private static func indices(of item: Int, in box: Box, _ file: FileBytes) -> [Int]? {
        guard let bytes = read(box, file), let version = bytes.first, let flags = bytes.bigEndian(at: 1, count: 3),
            let entries = bytes.bigEndian(at: 4, count: 4)
        else { return nil }
        let idSize = version == 0 ? 2 : 4, size = flags & 1 == 0 ? 1 : 2
        var position = 8
        for _ in 0..<min(entries, 16 * 1_024) {
            guard let id = bytes.bigEndian(at: position, count: idSize),
                let count = bytes.bigEndian(at: position + idSize, count: 1)
            else { return nil }
            position += idSize + 1
            if id == item {
                return (0..<count).compactMap { index in
                    // The highest bit says that it mustn't be ignored.
                    bytes.bigEndian(at: position + index * size, count: size).map { $0 & (size == 1 ? 0x7F : 0x7FFF) }
                }
            }
            position += count * size
        }
        return nil
    }

    private static func read(_ box: Box, _ file: FileBytes) -> [UInt8]? {
        file.read(at: box.content.lowerBound, count: min(box.content.count, 64 * 1_024))
    }

    /// The boxes of a part of the file, as far as they make sense.
    private static func boxes(in range: Range<Int>, of file: FileBytes) -> [Box] {
        var boxes: [Box] = []
        var position = range.lowerBound
        while boxes.count < 256, let head = file.read(at: position, count: 8),
            let size = head.bigEndian(at: 0, count: 4)
        {
            // 0 goes to the end, 1 has a longer size behind; pictures need none.
            let end = size == 0 ? range.upperBound : position + size
            // The head itself may lie beyond the range, where a box of size 0 ends.
            guard end >= position + 8, end <= range.upperBound else { break }
            boxes.append(
                Box(type: String(decoding: head.dropFirst(4), as: UTF8.self), content: position + 8..<end))
            position = end
        }
        return boxes
    }
}
