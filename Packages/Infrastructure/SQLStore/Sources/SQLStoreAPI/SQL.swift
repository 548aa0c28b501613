public import CoreModels

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
public struct SQL: Sendable {
    /// What it is made of.
    package private(set) var form: SQLForm

    init(form: SQLForm) {
        self.form = form
    }

    /// The text, with a `?` for each of the bindings.
    public var text: String { form.text }

    /// The values, in the order of their `?`.
    public var bindings: [SQLValue] { form.values }

    /// What stands for a list without elements: an engine that wants to know of what
    /// type they are not says it in another way.
    package static let emptyList: StaticString = "(SELECT NULL WHERE 1 = 0)"

    /// Appends another piece of a statement.
    public mutating func append(_ other: SQL) {
        form.append(other.form)
    }

    /// Joins two pieces of a statement, with nothing between them.
    public static func + (left: SQL, right: SQL) -> SQL {
        var result = left
        result.append(right)
        return result
    }
}

extension SQL: Hashable {
    /// Whether text and values are the same.
    public static func == (left: SQL, right: SQL) -> Bool {
        left.text == right.text && left.bindings == right.bindings
    }

    /// Hashes text and values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(bindings)
    }
}

extension Sequence<SQL> {
    /// Joins pieces of a statement: conditions by `" AND "`, rows of `VALUES`
    /// by `", "`.
    public func joined(separator: SQL) -> SQL {
        var result = SQL(form: SQLForm())
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
        var form = SQLForm()
        form.append(value)
        self.init(form: form)
    }

    /// Creates a statement from an interpolated literal.
    public init(stringInterpolation: Interpolation) {
        self.init(form: stringInterpolation.form)
    }

    /// Collects the pieces of an interpolated literal.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var form = SQLForm()

        /// Prepares for a literal of about this size.
        public init(literalCapacity: Int, interpolationCount: Int) {
            form.reserve(values: interpolationCount)
        }

        /// Appends SQL that stands in the source.
        public mutating func appendLiteral(_ literal: StaticString) {
            form.append(literal)
        }

        /// Binds a value.
        @inlinable
        public mutating func appendInterpolation(_ value: some SQLConvertible) {
            bind(value.sqlValue)
        }

        /// Binds a value, or NULL.
        ///
        /// The conformance of `Optional` would do, but without this overload
        /// the compiler warns of optionals in literals.
        @inlinable
        public mutating func appendInterpolation<Value: SQLConvertible>(_ value: Value?) {
            bind(value.sqlValue)
        }

        /// Binds a text.
        ///
        /// It is written where it is bound from, with nothing in between, as most
        /// values are texts.
        public mutating func appendInterpolation(_ text: String) {
            form.append(text: text)
        }

        /// Binds a text, or NULL.
        public mutating func appendInterpolation(_ text: String?) {
            if let text { form.append(text: text) } else { form.append(SQLValue.null) }
        }

        /// Binds an identifier.
        ///
        /// What every other statement has needs no text on the heap.
        public mutating func appendInterpolation<Entity>(_ id: Identifier<Entity>) {
            form.append(id.uuid)
        }

        @usableFromInline
        mutating func bind(_ value: SQLValue) {
            form.append(value)
        }

        /// Inserts a piece of a statement, with its own bindings.
        public mutating func appendInterpolation(_ piece: SQL) {
            form.append(piece.form)
        }

        /// Binds a list in parentheses, as in `WHERE id IN \(in: ids)`.
        ///
        /// An empty list matches nothing, and `NOT IN` everything: `IN ()` is
        /// no standard SQL, so an empty query takes its place.
        public mutating func appendInterpolation(in values: some Sequence<some SQLConvertible>) {
            var isEmpty = true
            for value in values {
                form.append(isEmpty ? "(" : ",")
                form.append(value.sqlValue)
                isEmpty = false
            }
            form.append(isEmpty ? SQL.emptyList : ")")
        }
    }
}

extension SQL: CustomStringConvertible {
    /// The text alone: bound values may be personal and stay out of logs.
    public var description: String { text }
}
