public import FoundationEssentials
import Glibc
public import PicturesAPI

/// What a camera writes beside the pixels, put into files of each format.
extension SamplePicture {
    /// A picture that says that its values are those of a profile.
    public static func make(_ format: PictureFormat, profile: Data, of picture: Data? = nil) -> Data {
        let file = picture ?? make(format)
        return switch format {
        case .jpeg: jpeg(file, profile)
        case .png: png(file, profile)
        case .webp: webp(file, profile)
        case .avif, .heic: heif(file, adding: [("colr", Data("prof".utf8) + profile)])
        case .gif: file
        }
    }

    /// An AVIF or HEIC that is to be turned by quarters against the clock, and then
    /// mirrored in one of two ways: 0, top to bottom, or 1, left to right.
    public static func turned(
        _ format: PictureFormat, quarters: UInt8, mirror: UInt8? = nil, width: Int = 64, height: Int = 48
    ) -> Data {
        let turn = [("irot", Data([quarters]))], mirror = mirror.map { [("imir", Data([$0]))] } ?? []
        return heif(make(format, width: width, height: height), adding: turn + mirror)
    }

    /// The profile of a colour space by its primaries, adapted to D50, with the
    /// curve of sRGB, or with a table that is a power.
    public static func profile(primaries: [[Double]], power: Double? = nil) -> Data {
        func number(_ value: Int, _ count: Int = 4) -> Data { big(value, count) }
        func fixed(_ value: Double) -> Data { number(Int((value * 65_536).rounded())) }
        let curve: Data
        if let power {
            let table = (0..<256).map { value -> Data in
                number(Int((pow(Double(value) / 255, power) * 65_535).rounded()), 2)
            }
            curve = Data("curv".utf8) + number(0) + number(256) + table.reduce(Data(), +)
        } else {
            let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed).reduce(Data(), +)
            curve = Data("para".utf8) + number(0) + number(3, 2) + number(0, 2) + parameters
        }
        var tags: [(String, Data)] = []
        for (name, primary) in zip(["r", "g", "b"], primaries) {
            tags.append((name + "XYZ", Data("XYZ ".utf8) + number(0) + primary.map(fixed).reduce(Data(), +)))
            tags.append((name + "TRC", curve))
        }
        var table = number(tags.count), contents = Data()
        for (name, content) in tags {
            table += Data(name.utf8) + number(132 + tags.count * 12 + contents.count) + number(content.count)
            contents += content
        }
        let header = Data(count: 16) + Data("RGB XYZ ".utf8) + Data(count: 104)
        return number(header.count + table.count + contents.count) + header.dropFirst(4) + table + contents
    }

    private static func big(_ value: Int, _ count: Int) -> Data {
        Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }

    private static func little(_ value: Int, _ count: Int) -> Data { Data(big(value, count).reversed()) }

    /// In two segments, behind the first marker.
    private static func jpeg(_ file: Data, _ profile: Data) -> Data {
        let parts = [profile.prefix(profile.count / 2), profile.suffix(profile.count - profile.count / 2)]
        let segments = parts.enumerated().map { index, part in
            Data([0xFF, 0xE2]) + big(part.count + 16, 2) + Data("ICC_PROFILE\0".utf8)
                + Data([UInt8(index + 1), UInt8(parts.count)]) + part
        }
        return file.prefix(2) + segments.reduce(Data(), +) + file.dropFirst(2)
    }

    /// Behind the header, compressed as a block that is stored (RFC 1950 and
    /// 1951).
    private static func png(_ file: Data, _ profile: Data) -> Data {
        var sums = (1, 0)
        for byte in profile {
            sums.0 = (sums.0 + Int(byte)) % 65_521
            sums.1 = (sums.1 + sums.0) % 65_521
        }
        let block = Data([1]) + little(profile.count, 2) + little(~profile.count, 2) + profile
        let zlib = Data([0x78, 0x01]) + block + big(sums.1 << 16 | sums.0, 4)
        let content = Data("iCCP".utf8) + Data("p\0\0".utf8) + zlib
        var check: UInt32 = 0xFFFF_FFFF
        for byte in content {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
        }
        let chunk = big(content.count - 4, 4) + content + big(Int(~check), 4)
        return file.prefix(33) + chunk + file.dropFirst(33)
    }

    /// An extended file, with the picture of a simple one (RFC 9649, 2.7).
    private static func webp(_ file: Data, _ profile: Data) -> Data {
        let size = little(63, 3) + little(47, 3)
        let header = Data("VP8X".utf8) + little(10, 4) + Data([0x20, 0, 0, 0]) + size
        let chunk = Data("ICCP".utf8) + little(profile.count, 4) + profile + Data(count: profile.count % 2)
        let content = Data("WEBP".utf8) + header + chunk + file.dropFirst(12)
        return Data("RIFF".utf8) + little(content.count, 4) + content
    }

    /// Adds properties to the item that is shown.
    ///
    /// The box that describes it goes to the end, so that the places of the data
    /// stay as they are.
    private static func heif(_ file: Data, adding properties: [(String, Data)]) -> Data {
        var whole = HEIFBox.boxes(in: file)
        guard let place = whole.firstIndex(where: { $0.name == "meta" }) else { return file }
        var items = HEIFBox.boxes(in: whole[place].content.dropFirst(4))
        guard let iprp = items.firstIndex(where: { $0.name == "iprp" }),
            let shown = items.first(where: { $0.name == "pitm" })?.content.suffix(2)
        else { return file }
        var parts = HEIFBox.boxes(in: items[iprp].content)
        guard let ipco = parts.firstIndex(where: { $0.name == "ipco" }),
            let ipma = parts.firstIndex(where: { $0.name == "ipma" })
        else { return file }
        let count = HEIFBox.boxes(in: parts[ipco].content).count
        parts[ipco].content += properties.map { HEIFBox(name: $0.0, content: $0.1).written }.reduce(Data(), +)
        // Version and flags 0, how many entries; each an item, and its properties.
        var rest = Array(parts[ipma].content.dropFirst(8)), entries: [UInt8] = []
        while rest.count > 2 {
            var entry = Array(rest.prefix(3 + Int(rest[2])))
            rest.removeFirst(entry.count)
            if entry.prefix(2).elementsEqual(shown) {
                entry[2] += UInt8(properties.count)
                entry += properties.indices.map { UInt8(count + 1 + $0) | 0x80 }
            }
            entries += entry
        }
        parts[ipma].content = parts[ipma].content.prefix(8) + Data(entries)
        items[iprp].content = parts.map(\.written).reduce(Data(), +)
        let meta = whole[place].content.prefix(4) + items.map(\.written).reduce(Data(), +)
        whole[place].name = "free"
        return whole.map(\.written).reduce(Data(), +) + HEIFBox(name: "meta", content: meta).written
    }
}
