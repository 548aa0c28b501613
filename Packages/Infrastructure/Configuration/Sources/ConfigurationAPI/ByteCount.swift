public import Localization

/// A number of bytes, written as `512KiB`, `10MB` or `1048576`.
public struct ByteCount: Hashable, Comparable, Sendable {
    /// The number.
    public let bytes: Int

    /// Creates a count.
    public init(_ bytes: Int) {
        self.bytes = bytes
    }

    /// Creates a count of units of 1024 bytes.
    public static func kibibytes(_ count: Int) -> ByteCount { ByteCount(count << 10) }

    /// Creates a count of units of 1024 × 1024 bytes.
    public static func mebibytes(_ count: Int) -> ByteCount { ByteCount(count << 20) }

    /// Whether one count is smaller than another.
    public static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }
}

extension ByteCount: ConfigurationValue {
    private static let units: [(name: String, bytes: Int)] = [
        ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000),
    ]

    /// Reads a whole number with a unit (IEC 80000-13), or of bytes without one.
    public init?(_ element: ConfigurationElement) {
        if case .integer(let bytes) = element, bytes >= 0 {
            self.init(bytes)
            return
        }
        guard let (count, unit) = element.anyText?.countAndUnit else { return nil }
        let size = Self.units.first { $0.name.lowercased() == unit.lowercased() }?.bytes
        guard let size = unit.isEmpty || unit == "B" ? 1 : size else { return nil }
        let (total, overflow) = count.multipliedReportingOverflow(by: size)
        guard !overflow else { return nil }
        self.init(total)
    }

    /// The count in the largest unit that divides it.
    public var configurationText: String {
        guard bytes > 0, let unit = Self.units.first(where: { bytes.isMultiple(of: $0.bytes) }) else {
            return "\(bytes)"
        }
        return "\(bytes / unit.bytes)\(unit.name)"
    }

    /// A size.
    public static var allowedText: LocalizedText {
        LocalizedText(en: "a size such as 512KiB, 10MB or 1GiB", es: "un tamaño como 512KiB, 10MB o 1GiB")
    }
}
