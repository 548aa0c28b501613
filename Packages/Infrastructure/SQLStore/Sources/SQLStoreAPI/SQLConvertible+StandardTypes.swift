public import CoreModels
public import FoundationEssentials

extension SQLValue: SQLConvertible {
    /// The value itself.
    @inlinable public var sqlValue: SQLValue { self }

    /// Takes any value.
    @inlinable public init?(sqlValue: SQLValue) { self = sqlValue }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    /// The wrapped value, or NULL.
    @inlinable public var sqlValue: SQLValue { self?.sqlValue ?? .null }

    /// Reads NULL as nil.
    @inlinable public init?(sqlValue: SQLValue) {
        if case .null = sqlValue {
            self = .none
        } else if let wrapped = Wrapped(sqlValue: sqlValue) {
            self = wrapped
        } else {
            return nil
        }
    }
}

extension Int64: SQLConvertible {
    /// An INTEGER.
    @inlinable public var sqlValue: SQLValue { .integer(self) }

    /// Reads an INTEGER.
    @inlinable public init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self = value
    }
}

extension Int: SQLConvertible {
    /// An INTEGER.
    @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) }

    /// Reads an INTEGER.
    @inlinable public init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self.init(exactly: value)
    }
}

extension Bool: SQLConvertible {
    /// An INTEGER, 0 or 1.
    @inlinable public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    /// Reads an INTEGER that is 0 or 1.
    @inlinable public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .integer(0): self = false
        case .integer(1): self = true
        default: return nil
        }
    }
}

extension Double: SQLConvertible {
    /// A REAL; what isn't a number is stored as NULL.
    @inlinable public var sqlValue: SQLValue { isNaN ? .null : .real(self) }

    /// Reads a REAL, or an INTEGER that a REAL can hold.
    @inlinable public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .real(let value): self = value
        case .integer(let value): self.init(exactly: value)
        default: return nil
        }
    }
}

extension String: SQLConvertible {
    /// A TEXT.
    @inlinable public var sqlValue: SQLValue { .text(self) }

    /// Reads a TEXT.
    @inlinable public init?(sqlValue: SQLValue) {
        guard case .text(let value) = sqlValue else { return nil }
        self = value
    }
}

extension Data: SQLConvertible {
    /// A BLOB.
    @inlinable public var sqlValue: SQLValue { .blob(self) }

    /// Reads a BLOB.
    @inlinable public init?(sqlValue: SQLValue) {
        guard case .blob(let value) = sqlValue else { return nil }
        self = value
    }
}

extension [UInt8]: SQLConvertible {
    /// A BLOB.
    @inlinable public var sqlValue: SQLValue { .blob(Data(self)) }

    /// Reads a BLOB.
    @inlinable public init?(sqlValue: SQLValue) {
        guard case .blob(let value) = sqlValue else { return nil }
        self.init(value)
    }
}

extension Date: SQLConvertible {
    /// An INTEGER: whole milliseconds since 1970 in UTC.
    @inlinable public var sqlValue: SQLValue {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        // 2^62 ms is 146 million years away; beyond it, and for what isn't a
        // number, the nearest date that can be stored stands.
        let limit = 0x1p62
        guard !milliseconds.isNaN else { return .null }
        return .integer(Int64(Swift.min(Swift.max(milliseconds, -limit), limit)))
    }

    /// Reads an INTEGER of milliseconds.
    @inlinable public init?(sqlValue: SQLValue) {
        guard case .integer(let milliseconds) = sqlValue else { return nil }
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

extension UUID: SQLConvertible {
    /// A TEXT in lower case.
    @inlinable public var sqlValue: SQLValue { .text(lowercaseText) }

    /// Reads a TEXT that is a UUID.
    @inlinable public init?(sqlValue: SQLValue) {
        guard case .text(let value) = sqlValue else { return nil }
        self.init(text: value)
    }
}

extension Identifier: SQLConvertible {
    /// A TEXT in lower case.
    @inlinable public var sqlValue: SQLValue { uuid.sqlValue }

    /// Reads a TEXT that is a UUID.
    @inlinable public init?(sqlValue: SQLValue) {
        guard let uuid = UUID(sqlValue: sqlValue) else { return nil }
        self.init(uuid)
    }
}
