/// The parameters of a query, decoded from `application/x-www-form-urlencoded`.
///
/// Order is kept and a name may occur several times.
public struct QueryParameters: Sendable, Hashable {
    /// The names and values in the order of the query.
    public let items: [(name: String, value: String)]

    /// Creates parameters from names and values.
    public init(_ items: [(name: String, value: String)] = []) {
        self.items = items
    }

    /// Decodes the part of a request target behind the question mark.
    ///
    /// - Returns: nil when an escape is broken or the bytes aren't UTF-8.
    public init?(encoded: some StringProtocol) {
        self.init(encoded: Array(encoded.utf8)[...])
    }

    /// Decodes the part of a request target behind the question mark, given as
    /// it was sent.
    ///
    /// - Returns: nil when an escape is broken or the bytes aren't UTF-8.
    public init?(encoded: ArraySlice<UInt8>) {
        var items: [(name: String, value: String)] = []
        var rest = encoded
        while !rest.isEmpty {
            let pair = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[pair.endIndex...].dropFirst()
            guard !pair.isEmpty else { continue }
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = PercentEncoding.decode(pair[..<end], plusIsSpace: true),
                let value = PercentEncoding.decode(pair[end...].dropFirst(), plusIsSpace: true)
            else { return nil }
            items.append((name, value))
        }
        self.items = items
    }

    /// The first value under `name`.
    public subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// All values under `name`, in order.
    public func values(of name: String) -> [String] {
        items.filter { $0.name == name }.map(\.value)
    }

    /// Reads a whole number, or `fallback` when the name is absent.
    ///
    /// - Throws: 422 `invalid_data` naming the parameter when the value is no
    ///   number or outside of `range`.
    public func integer(
        _ name: String, in range: ClosedRange<Int>, default fallback: Int
    ) throws(HTTPProblem) -> Int {
        guard let text = self[name] else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            throw .invalidData([.outOfRange(pointer: "/\(name)", range: range)])
        }
        return number
    }

    /// Parameters are equal when names and values are, in the same order.
    public static func == (left: QueryParameters, right: QueryParameters) -> Bool {
        left.items.elementsEqual(right.items, by: ==)
    }

    /// Hashes names and values.
    public func hash(into hasher: inout Hasher) {
        for item in items {
            hasher.combine(item.name)
            hasher.combine(item.value)
        }
    }
}
