import FoundationEssentials

/// A part of an AVIF or HEIC file (ISO/IEC 14496-12, 4.2).
struct HEIFBox {
    var name: String
    var content: Data

    var written: Data {
        let size = UInt32(content.count + 8)
        return Data((0..<4).reversed().map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }) + Data(name.utf8) + content
    }

    static func boxes(in data: Data) -> [HEIFBox] {
        var rest = data, boxes: [HEIFBox] = []
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, size <= rest.count else { break }
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            boxes.append(HEIFBox(name: name, content: Data(rest.prefix(size).dropFirst(8))))
            rest = rest.dropFirst(size)
        }
        return boxes
    }
}
