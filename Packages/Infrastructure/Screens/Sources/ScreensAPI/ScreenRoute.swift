/// An address of this program, with places for values.
public struct ScreenRoute: Hashable, Sendable {
    /// The path, such as `/p/{id}`.
    public let pattern: String

    /// Creates a route.
    ///
    /// - Parameter pattern: A path whose `{name}` segments match any one segment.
    public init(_ pattern: StaticString) {
        self.pattern = pattern.description
    }

    /// The place that the values name, in the order of the pattern.
    public func place(_ values: String...) -> Place { place(values) }

    package func place(_ values: [String]) -> Place {
        var values = values[...]
        let segments = pattern.split(separator: "/").map { segment in
            segment.hasPrefix("{") ? values.popFirst() ?? "" : String(segment)
        }
        return Place(segments: segments)
    }

    /// The values of the `{name}` segments of a place; nil if it isn't at this
    /// route.
    package func values(of place: Place) -> [String: String]? {
        let names = pattern.split(separator: "/")
        guard names.count == place.segments.count else { return nil }
        var values: [String: String] = [:]
        for (name, segment) in zip(names, place.segments) {
            if name.hasPrefix("{") {
                values[String(name.dropFirst().dropLast())] = segment
            } else if name != segment {
                return nil
            }
        }
        return values
    }
}

/// Where one can go from a screen: an address of this program, and no other.
public struct Place: Hashable, Sendable {
    fileprivate let segments: [String]
    private var query: [Parameter] = []
    private var part: String?

    /// The first screen.
    public static let home = ScreenRoute("/").place()

    package init(segments: [String]) {
        self.segments = segments
    }

    /// The parameters.
    public var parameters: [String: String] {
        Dictionary(query.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The same place with all parameters of a request, in their order.
    package func with(parameters: [(name: String, value: String)]) -> Place {
        var place = self
        place.query = parameters.map { Parameter(name: $0.name, value: $0.value) }
        return place
    }

    /// The same place with a parameter; nil takes it away.
    public func with(_ name: StaticString, _ value: String?) -> Place {
        var place = self
        place.query.removeAll { $0.name == name.description }
        if let value { place.query.append(Parameter(name: name.description, value: value)) }
        return place
    }

    /// Whether it is another place, or below it.
    func isAt(_ other: Place) -> Bool { segments.starts(with: other.segments) }

    /// A part of the place, by the name of its section.
    public func part(_ name: StaticString) -> Place {
        var place = self
        place.part = name.description
        return place
    }

    /// The address, encoded (RFC 3986).
    ///
    /// - Parameter root: The path of the program's first screen, with a slash at
    ///   its end.
    package func address(below root: String) -> String {
        var address = root
        for (index, segment) in segments.enumerated() { address += (index == 0 ? "" : "/") + Self.encoded(segment) }
        for (index, pair) in query.enumerated() {
            address += (index == 0 ? "?" : "&") + Self.encoded(pair.name) + "=" + Self.encoded(pair.value)
        }
        return address + (part.map { "#" + $0 } ?? "")
    }

    /// The address at a server, or at a program of a person's own, for whoever isn't at one
    /// of its pages.
    ///
    /// - Parameter server: Its address, without a slash at its end.
    public func address(at server: String) -> String { server + address(below: "/") }

    private struct Parameter: Hashable {
        let name: String
        let value: String
    }

    /// Leaves the unreserved characters as they are (RFC 3986, section 2.3).
    private static func encoded(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isUnreserved) else { return text }
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = text.utf8.flatMap { byte in
            isUnreserved(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
