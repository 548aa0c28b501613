/// One SQL statement: its text, with `?` where values belong, and the values.
///
/// It is written as a literal, and what is interpolated is bound:
///
/// ```swift
/// let statement: SQL = "SELECT name FROM users WHERE id = \(id)"
/// // text "SELECT name FROM users WHERE id = ?", bindings [.text("9f…")]
/// ```
///
/// The text itself can come from literals in the source only, because
/// `StringLiteralType` is `StaticString`: a string made at run time cannot
/// become SQL, it can only be bound. Statements compose, as in
/// `"SELECT id FROM users \(filter)"` where `filter` is a `SQL`, and
/// `\(in: ids)` writes a list for `IN`.
public struct SQL: Hashable, Sendable {
    /// The text, with a `?` for each of the bindings.
    public private(set) var text: String
    /// The values, in the order of their `?`.
    public private(set) var bindings: [SQLValue]

    init(text: String, bindings: [SQLValue]) {
        self.text = text
        self.bindings = bindings
    }

    /// Appends another piece of a statement.
    public mutating func append(_ other: SQL) {
        text += other.text
        bindings += other.bindings
    }

    /// Joins two pieces of a statement, with nothing between them.
    public static func + (left: SQL, right: SQL) -> SQL {
        SQL(text: left.text + right.text, bindings: left.bindings + right.bindings)
    }
}

extension Sequence<SQL> {
    /// Joins pieces of a statement: conditions by `" AND "`, rows of `VALUES`
    /// by `", "`.
    public func joined(separator: SQL) -> SQL {
        var result = SQL(text: "", bindings: [])
        var isFirst = true
        for piece in self {
            if !isFirst { result.append(separator) }
            result.append(piece)
            isFirst = false
        }
        return result
    }
}

extension SQL: ExpressibleByStringInterpolation {
    /// Creates a statement from a literal.
    public init(stringLiteral value: StaticString) {
        self.init(text: value.description, bindings: [])
    }

    /// Creates a statement from an interpolated literal.
    public init(stringInterpolation: Interpolation) {
        self.init(text: stringInterpolation.text, bindings: stringInterpolation.bindings)
    }

    /// Collects the pieces of an interpolated literal.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var bindings: [SQLValue] = []

        /// Prepares for a literal of about this size.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 2 * interpolationCount)
            bindings.reserveCapacity(interpolationCount)
        }

        /// Appends SQL that stands in the source.
        public mutating func appendLiteral(_ literal: StaticString) {
            text += literal.description
        }

        /// Binds a value.
        public mutating func appendInterpolation(_ value: some SQLConvertible) {
            text += "?"
            bindings.append(value.sqlValue)
        }

        /// Binds a value, or NULL.
        ///
        /// The conformance of `Optional` would do, but without this overload
        /// the compiler warns of optionals in literals.
        public mutating func appendInterpolation<Value: SQLConvertible>(_ value: Value?) {
            text += "?"
            bindings.append(value.sqlValue)
        }

        /// Inserts a piece of a statement, with its own bindings.
        public mutating func appendInterpolation(_ piece: SQL) {
            text += piece.text
            bindings += piece.bindings
        }

        /// Binds a list in parentheses, as in `WHERE id IN \(in: ids)`.
        ///
        /// An empty list matches nothing, and `NOT IN` everything: `IN ()` is
        /// no standard SQL, so an empty query takes its place.
        public mutating func appendInterpolation(in values: some Sequence<some SQLConvertible>) {
            var marks: [String] = []
            for value in values {
                marks.append("?")
                bindings.append(value.sqlValue)
            }
            text += marks.isEmpty ? "(SELECT NULL WHERE 1 = 0)" : "(" + marks.joined(separator: ",") + ")"
        }
    }
}

extension SQL: CustomStringConvertible {
    /// The text alone: bound values may be personal and stay out of logs.
    public var description: String { text }
}
