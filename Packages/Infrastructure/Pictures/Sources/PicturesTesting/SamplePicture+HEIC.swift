public import FoundationEssentials
import PicturesAPI

extension SamplePicture {
    /// A HEIC as phones make them: of tiles that are decoded one by one, with what
    /// ``phoneJPEG(width:height:orientation:)`` says in Exif, and turned by a
    /// quarter with the clock, which Exif repeats.
    ///
    /// Each tile is the same sample picture of `tile` by `tile` pixels; what goes
    /// beyond the size is cut off (ISO/IEC 23008-12, 6.6.2.3).
    public static func phoneHEIC(width: Int = 126, height: Int = 124, tile: Int = 64) -> Data {
        let sample = HEIFBox.boxes(in: make(.heic, width: tile, height: tile))
        guard let meta = sample.first(where: { $0.name == "meta" }),
            let type = sample.first(where: { $0.name == "ftyp" }),
            let data = sample.first(where: { $0.name == "mdat" })
        else { return Data() }
        let parts = HEIFBox.boxes(in: meta.content.dropFirst(4))
        guard let properties = parts.first(where: { $0.name == "iprp" }),
            let places = parts.first(where: { $0.name == "iloc" }),
            let handler = parts.first(where: { $0.name == "hdlr" }),
            let container = HEIFBox.boxes(in: properties.content).first(where: { $0.name == "ipco" })
        else { return Data() }
        let kinds = HEIFBox.boxes(in: container.content)
        guard let decoder = kinds.first(where: { $0.name == "hvcC" }),
            let size = kinds.first(where: { $0.name == "ispe" })
        else { return Data() }
        // Of the first item: behind version, sizes, counts and its number.
        let tileBytes = Array(places.content.dropFirst(8 + 4 + 4 + 2 + 4).prefix(4)).reduce(0) { $0 << 8 | Int($1) }
        let exif = number(0, 4) + exif(orientation: 6), tileData = data.content.prefix(tileBytes)
        let columns = (width + tile - 1) / tile, rows = (height + tile - 1) / tile, count = columns * rows
        let extent = number(width, 4) + number(height, 4)
        let grid = Data([0, 1, UInt8(rows - 1), UInt8(columns - 1)]) + extent
        let items =
            [item(1, "grid"), item(2, "Exif")] + (0..<count).map { item($0 + 3, "hvc1") }
        let references =
            reference("dimg", from: 1, to: (0..<count).map { $0 + 3 }) + reference("cdsc", from: 2, to: [1])
        let all =
            decoder.written + size.written
            + HEIFBox(name: "ispe", content: number(0, 4) + extent).written
            + HEIFBox(name: "irot", content: Data([3])).written
        let uses =
            number(0, 4) + number(count + 1, 4) + number(1, 2) + Data([2, 3, 0x84])
            + (0..<count).map { number($0 + 3, 2) + Data([2, 0x81, 2]) }.reduce(Data(), +)
        func described(from start: Int) -> Data {
            // The grid lies in the description itself.
            let extents =
                [(1, 1, 0, grid.count), (2, 0, start + tileBytes, exif.count)]
                + (0..<count).map { ($0 + 3, 0, start, tileBytes) }
            let table = extents.map {
                number($0.0, 2) + number($0.1, 2) + number(0, 2) + number(1, 2) + number($0.2, 4) + number($0.3, 4)
            }
            let boxes = [
                handler, HEIFBox(name: "pitm", content: number(0, 4) + number(1, 2)),
                HEIFBox(name: "iinf", content: number(0, 4) + number(items.count, 2) + items.reduce(Data(), +)),
                HEIFBox(name: "iref", content: number(0, 4) + references),
                HEIFBox(
                    name: "iprp",
                    content: HEIFBox(name: "ipco", content: all).written + HEIFBox(name: "ipma", content: uses).written),
                HEIFBox(name: "idat", content: grid),
                HEIFBox(
                    name: "iloc",
                    content: Data([1, 0, 0, 0, 0x44, 0]) + number(table.count, 2) + table.reduce(Data(), +)),
            ]
            return type.written
                + HEIFBox(name: "meta", content: number(0, 4) + boxes.map(\.written).reduce(Data(), +)).written
        }
        let start = described(from: 0).count + 8
        return described(from: start) + HEIFBox(name: "mdat", content: tileData + exif).written
    }

    private static func number(_ value: Int, _ count: Int) -> Data {
        Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }

    private static func item(_ id: Int, _ kind: String) -> Data {
        HEIFBox(name: "infe", content: Data([2, 0, 0, 0]) + number(id, 2) + number(0, 2) + Data(kind.utf8) + Data([0]))
            .written
    }

    private static func reference(_ kind: String, from item: Int, to others: [Int]) -> Data {
        let content = number(item, 2) + number(others.count, 2) + others.map { number($0, 2) }.reduce(Data(), +)
        return HEIFBox(name: kind, content: content).written
    }
}
