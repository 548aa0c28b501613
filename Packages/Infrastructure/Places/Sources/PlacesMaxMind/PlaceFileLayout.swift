/// Where the parts of a file are: the search tree, the data and the metadata.
struct PlaceFileLayout {
    /// Before the metadata, which is within the last 128 KiB ("Database Metadata").
    private static let mark: [UInt8] = [0xAB, 0xCD, 0xEF] + Array("MaxMind.com".utf8)
    private static let metadataLimit = 128 * 1_024
    /// Zeros between the tree and the data ("Data Section Separator").
    private static let separator = 16

    private let bytes: [UInt8]
    /// Where the mark of the metadata is.
    private let markStart: Int

    /// Finds the metadata and looks at it, before the library reads it.
    init(_ bytes: [UInt8]) throws(PlaceFileFlaw) {
        self.bytes = bytes
        let earliest = max(0, bytes.count - Self.metadataLimit), latest = bytes.count - Self.mark.count
        guard latest >= earliest,
            let found = (earliest...latest).last(where: { bytes[$0...].starts(with: Self.mark) })
        else { throw .noMetadata }
        markStart = found
        var metadata = PlaceDataSection(bytes[(found + Self.mark.count)...])
        try metadata.scan(pointersLeadToText: true)
    }

    /// Looks at the data and the tree, before an address is looked up.
    ///
    /// - Parameters:
    ///   - nodes: How many nodes the tree has, by the metadata.
    ///   - recordSize: How many bits each of its two records has.
    /// - Returns: Where the data of some addresses begins, counted from the beginning of the data.
    func check(nodes: Int, recordSize: Int) throws(PlaceFileFlaw) -> [Int] {
        guard [24, 28, 32].contains(recordSize) else { throw .noMetadata }
        let nodeSize = recordSize / 4, dataStart = nodes * nodeSize + Self.separator
        guard dataStart <= markStart else { throw .tooShort }
        var data = PlaceDataSection(bytes[dataStart..<markStart])
        try data.scan()
        var samples: [Int] = []
        for node in 0..<nodes {
            let (left, right) = records(at: node * nodeSize, recordSize)
            for record in [left, right] where record > nodes {
                let offset = record - nodes - Self.separator
                guard offset >= 0, data.isStart(offset) else { throw .badRecord }
                if samples.count < 100, samples.last != offset { samples.append(offset) }
            }
        }
        return samples
    }

    /// The two records of a node ("Node Layout").
    private func records(at start: Int, _ recordSize: Int) -> (left: Int, right: Int) {
        func number(_ range: Range<Int>) -> Int {
            bytes[start + range.lowerBound..<start + range.upperBound].reduce(0) { $0 << 8 | Int($1) }
        }
        return switch recordSize {
        case 24: (number(0..<3), number(3..<6))
        case 28: ((number(3..<4) >> 4) << 24 | number(0..<3), (number(3..<4) & 15) << 24 | number(4..<7))
        default: (number(0..<4), number(4..<8))
        }
    }
}
