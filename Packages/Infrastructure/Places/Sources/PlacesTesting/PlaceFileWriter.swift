public import HTTPServingAPI

/// Writes small files in MaxMind's format (maxmind.github.io/MaxMind-DB), sound ones and others.
public struct PlaceFileWriter: Sendable {
    /// A value of the data.
    public indirect enum Value: Sendable {
        /// A text.
        case text(String)
        /// A number with a fraction.
        case number(Double)
        /// A whole number up to 65 535.
        case small(UInt16)
        /// A whole number up to 2^32 - 1.
        case whole(UInt32)
        /// Names and their values.
        case map([(String, Value)])
        /// Values.
        case list([Value])
        /// What stands elsewhere in the data.
        case pointer(UInt16)
        /// Bytes as they are.
        case bytes([UInt8])
    }

    private enum Record: Sendable {
        case nothing
        case node(Int)
        case data(Int)
    }

    private let recordSize: Int
    private let isIPv4: Bool
    private var nodes: [[Record]] = [[.nothing, .nothing]]
    private var data: [UInt8] = []
    /// What the file says of itself, in the place of the usual or beside it.
    public var metadata: [(String, Value)] = []

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - recordSize: How many bits a record of its tree has: 24, 28 or 32.
    ///   - isIPv4: Whether it knows addresses of four bytes only.
    public init(recordSize: Int = 28, isIPv4: Bool = false) {
        self.recordSize = recordSize
        self.isIPv4 = isIPv4
    }

    /// Adds what is known of a network.
    public mutating func add(_ network: IPNetwork, _ value: Value) {
        let offset = data.count
        data += Self.encoded(value)
        let isMapped = network.address.isIPv4 && !isIPv4
        let bytes = (isMapped ? [UInt8](repeating: 0, count: 12) : []) + network.address.bytes
        let length = network.prefixLength + (isMapped ? 96 : 0)
        var node = 0
        for bit in 0..<length {
            let side = Int(bytes[bit / 8] >> UInt8(7 - bit % 8)) & 1
            if bit == length - 1 {
                nodes[node][side] = .data(offset)
            } else if case .node(let next) = nodes[node][side] {
                node = next
            } else {
                // What a wider network led to holds on both sides of it.
                nodes.append([nodes[node][side], nodes[node][side]])
                nodes[node][side] = .node(nodes.count - 1)
                node = nodes.count - 1
            }
        }
    }

    /// Adds a place as a file of cities has it.
    ///
    /// - Parameter names: The city's name by language.
    public mutating func add(
        _ network: IPNetwork, city names: [(String, Value)], country: (code: String, names: [(String, Value)]),
        latitude: Double, longitude: Double, accuracy: UInt16? = nil
    ) {
        let point: [(String, Value)] = [("latitude", .number(latitude)), ("longitude", .number(longitude))]
        add(
            network,
            .map([
                ("city", .map([("geoname_id", .whole(1)), ("names", .map(names))])),
                ("country", .map([("iso_code", .text(country.code)), ("names", .map(country.names))])),
                ("location", .map((accuracy.map { [("accuracy_radius", .small($0))] } ?? []) + point)),
            ]))
    }

    /// The file.
    public var bytes: [UInt8] { tree + [UInt8](repeating: 0, count: 16) + data + end }

    private var tree: [UInt8] {
        nodes.flatMap { node in
            let records = node.map { record in
                switch record {
                case .nothing: nodes.count
                case .node(let next): next
                case .data(let offset): nodes.count + 16 + offset
                }
            }
            let low = records.map { record in
                [24, 16, 8, 0].map { UInt8(record >> $0 & 255) }.suffix(recordSize == 32 ? 4 : 3)
            }
            let high = recordSize == 28 ? [UInt8((records[0] >> 24) << 4 | records[1] >> 24)] : []
            return low[0] + high + low[1]
        }
    }

    private var end: [UInt8] {
        let usual: [(String, Value)] = [
            ("binary_format_major_version", .small(2)), ("binary_format_minor_version", .small(0)),
            ("build_epoch", .bytes([0x04, 0x02, 0x65, 0x53, 0xF1, 0x00])), ("database_type", .text("Test-City")),
            ("description", .map([("en", .text("made for tests"))])), ("ip_version", .small(isIPv4 ? 4 : 6)),
            ("languages", .list([.text("en"), .text("es")])), ("node_count", .whole(UInt32(nodes.count))),
            ("record_size", .small(UInt16(recordSize))),
        ]
        let kept = usual.filter { one in !metadata.contains { $0.0 == one.0 } }
        return [0xAB, 0xCD, 0xEF] + Array("MaxMind.com".utf8) + Self.encoded(.map(kept + metadata))
    }

    private static func encoded(_ value: Value) -> [UInt8] {
        func head(_ type: UInt8, _ size: Int) -> [UInt8] {
            let (first, more): (Int, [UInt8]) =
                switch size {
                case ..<29: (size, [])
                case ..<285: (29, [UInt8(size - 29)])
                case ..<65_821: (30, [UInt8((size - 285) >> 8), UInt8((size - 285) & 255)])
                default: (31, [16, 8, 0].map { UInt8((size - 65_821) >> $0 & 255) })
                }
            return (type < 8 ? [type << 5 | UInt8(first)] : [UInt8(first), type - 7]) + more
        }
        func number(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(number >> UInt64($0 * 8) & 255) }
        }
        return switch value {
        case .text(let text): head(2, text.utf8.count) + text.utf8
        case .number(let double): head(3, 8) + number(double.bitPattern, 8)
        case .small(let small): head(5, 2) + number(UInt64(small), 2)
        case .whole(let whole): head(6, 4) + number(UInt64(whole), 4)
        case .map(let items): head(7, items.count) + items.flatMap { encoded(.text($0.0)) + encoded($0.1) }
        case .list(let items): head(11, items.count) + items.flatMap { encoded($0) }
        case .pointer(let offset): [0x20 | UInt8(offset >> 8 & 7), UInt8(offset & 255)]
        case .bytes(let bytes): bytes
        }
    }
}

extension PlaceFileWriter {
    /// A file of a few cities, as GeoLite2-City has them.
    ///
    /// 192.0.2.0/24 is in Madrid, 198.51.100.0/24 in Tokyo, 203.0.113.0/24 in Lisbon and 2001:db8::/32 in Lima.
    public static var cities: PlaceFileWriter {
        var writer = PlaceFileWriter()
        func both(_ english: String, _ spanish: String) -> [(String, Value)] {
            [("de", .text("?")), ("en", .text(english)), ("es", .text(spanish))]
        }
        let places: [(String, String, String, String, (String, String), Double, Double)] = [
            ("192.0.2.0/24", "Madrid", "Madrid", "ES", ("Spain", "España"), 40.4, -3.7),
            ("198.51.100.0/24", "Tokyo", "Tokio", "JP", ("Japan", "Japón"), 35.7, 139.7),
            ("203.0.113.0/24", "Lisbon", "Lisboa", "PT", ("Portugal", "Portugal"), 38.7, -9.1),
            ("2001:db8::/32", "Lima", "Lima", "PE", ("Peru", "Perú"), -12.0, -77.0),
        ]
        for (network, english, spanish, code, country, latitude, longitude) in places {
            guard let network = IPNetwork(network) else { continue }
            writer.add(
                network, city: both(english, spanish), country: (code, both(country.0, country.1)), latitude: latitude,
                longitude: longitude, accuracy: 20)
        }
        return writer
    }
}
