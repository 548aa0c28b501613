/// A type whose values can be bound to a statement and read from a row.
///
/// An enum with raw values conforms by declaration alone:
///
/// ```swift
/// enum Role: String, SQLConvertible { case member, moderator }
/// ```
///
/// `Secret` conforms on purpose not: what is stored of a secret is its hash or
/// its sealed form.
public protocol SQLConvertible: Sendable {
    /// The value as it is stored.
    var sqlValue: SQLValue { get }

    /// Reads a stored value, or answers nil if it isn't one of this type.
    init?(sqlValue: SQLValue)
}

extension SQLConvertible where Self: RawRepresentable, RawValue: SQLConvertible {
    /// The raw value as it is stored.
    @inlinable public var sqlValue: SQLValue { rawValue.sqlValue }

    /// Reads a stored raw value.
    @inlinable public init?(sqlValue: SQLValue) {
        guard let raw = RawValue(sqlValue: sqlValue) else { return nil }
        self.init(rawValue: raw)
    }
}
