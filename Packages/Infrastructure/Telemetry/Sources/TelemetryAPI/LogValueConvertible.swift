public import CoreModels
public import FoundationEssentials

/// Something that can be the value of a log field, and knows how much of it may
/// be written down.
public protocol LogValueConvertible: Sendable {
    /// What a log may show of it.
    var logValue: LogValue { get }
}

extension LogValue: LogValueConvertible {
    /// The value itself.
    public var logValue: LogValue { self }
}

extension Secret: LogValueConvertible {
    /// Always redacted.
    public var logValue: LogValue { .redacted }
}

extension EmailAddress: LogValueConvertible {
    /// The first letter and the domain: enough to recognise, too little to misuse.
    public var logValue: LogValue {
        .string(localPart.prefix(1) + "…" + description.dropFirst(localPart.count))
    }
}

extension Identifier: LogValueConvertible {
    /// The identifier in lower case.
    public var logValue: LogValue { .string(description) }
}

extension String: LogValueConvertible {
    /// The text.
    public var logValue: LogValue { .string(self) }
}

extension Substring: LogValueConvertible {
    /// The text.
    public var logValue: LogValue { .string(String(self)) }
}

extension Bool: LogValueConvertible {
    /// Yes or no.
    public var logValue: LogValue { .boolean(self) }
}

extension Int: LogValueConvertible {
    /// The number.
    public var logValue: LogValue { .integer(Int64(self)) }
}

extension Int32: LogValueConvertible {
    /// The number.
    public var logValue: LogValue { .integer(Int64(self)) }
}

extension Int64: LogValueConvertible {
    /// The number.
    public var logValue: LogValue { .integer(self) }
}

extension UInt16: LogValueConvertible {
    /// The number.
    public var logValue: LogValue { .integer(Int64(self)) }
}

extension Double: LogValueConvertible {
    /// The number.
    public var logValue: LogValue { .double(self) }
}

extension Duration: LogValueConvertible {
    /// The time itself.
    public var logValue: LogValue { .duration(self) }
}

extension Date: LogValueConvertible {
    /// The time in UTC (RFC 3339).
    public var logValue: LogValue { .string(formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))) }
}

extension UUID: LogValueConvertible {
    /// The identifier in lower case.
    public var logValue: LogValue { .string(uuidString.lowercased()) }
}

extension Optional: LogValueConvertible where Wrapped: LogValueConvertible {
    /// The value, or none.
    public var logValue: LogValue { self?.logValue ?? .absent }
}

extension Array: LogValueConvertible where Element: LogValueConvertible {
    /// The values in order.
    public var logValue: LogValue { .list(map(\.logValue)) }
}
