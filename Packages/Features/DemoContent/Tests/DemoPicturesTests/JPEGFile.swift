/// Reads the frame of a baseline JPEG file the way a strict decoder would,
/// up to the entropy-coded data, which it only checks for stray markers.
struct JPEGFile {
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var width = 0
    private(set) var height = 0
    /// Markers in order, from SOI to EOI.
    private(set) var markers: [UInt8] = []
    /// Stuffed zeros in the entropy-coded data.
    private(set) var stuffedBytes = 0
    private(set) var quantisationTables: [UInt8: [UInt8]] = [:]
    private(set) var samplingFactors: [UInt8] = []

    init(_ bytes: [UInt8]) throws {
        var offset = 0
        func need(_ holds: Bool, _ reason: String) throws {
            if !holds { throw Malformed(description: "\(reason) at \(offset)") }
        }
        try need(bytes.count > 4 && bytes[0] == 0xFF && bytes[1] == 0xD8, "no SOI")
        markers.append(0xD8)
        offset = 2
        while true {
            try need(offset + 4 <= bytes.count && bytes[offset] == 0xFF, "no marker")
            let marker = bytes[offset + 1]
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            try need(length >= 2 && offset + 2 + length <= bytes.count, "segment too long")
            let content = Array(bytes[offset + 4..<offset + 2 + length])
            markers.append(marker)
            try read(marker, content)
            offset += 2 + length
            if marker == 0xDA { break }
        }
        while offset + 1 < bytes.count {
            if bytes[offset] == 0xFF {
                if bytes[offset + 1] == 0xD9 { break }
                try need(bytes[offset + 1] == 0, "marker in entropy-coded data")
                stuffedBytes += 1
                offset += 1
            }
            offset += 1
        }
        try need(offset + 2 == bytes.count && bytes[offset] == 0xFF, "no EOI at the end")
        markers.append(0xD9)
    }

    private mutating func read(_ marker: UInt8, _ content: [UInt8]) throws {
        switch marker {
        case 0xC0:
            guard content.count == 15, content[0] == 8, content[5] == 3 else { throw Malformed(description: "SOF0") }
            height = Int(content[1]) << 8 | Int(content[2])
            width = Int(content[3]) << 8 | Int(content[4])
            samplingFactors = [content[7], content[10], content[13]]
        case 0xDB:
            guard content.count % 65 == 0 else { throw Malformed(description: "DQT") }
            for start in stride(from: 0, to: content.count, by: 65) {
                quantisationTables[content[start]] = Array(content[start + 1..<start + 65])
            }
        case 0xC4:
            var rest = content[...]
            while rest.count >= 17 {
                let total = rest.dropFirst().prefix(16).reduce(0) { $0 + Int($1) }
                guard rest.count >= 17 + total else { throw Malformed(description: "DHT") }
                rest = rest.dropFirst(17 + total)
            }
            guard rest.isEmpty else { throw Malformed(description: "DHT") }
        default:
            break
        }
    }
}
