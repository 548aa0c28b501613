/// The value of a log field, with its type kept.
public enum LogValue: Hashable, Sendable {
    /// Text; whatever is in it, it cannot forge a line.
    case string(String)
    /// A whole number.
    case integer(Int64)
    /// A number.
    case double(Double)
    /// A length of time; shows as seconds, to the microsecond.
    case duration(Duration)
    /// Yes or no.
    case boolean(Bool)
    /// Values in order.
    case list([LogValue])
    /// No value.
    case absent
    /// Something that must not be written down; shows as `<redacted>`.
    case redacted
}
