import SQLStoreAPI

/// A code of five letters and digits by which the server tells what went wrong
/// (postgresql.org/docs/15/errcodes-appendix.html).
struct SQLState: Hashable {
    let text: String

    static let connectionFailure = SQLState(text: "08006")
    static let queryCancelled = SQLState(text: "57014")
    static let serializationFailure = SQLState(text: "40001")
    static let deadlock = SQLState(text: "40P01")

    /// As a number, read in base 36.
    var number: Int { Int(text, radix: 36) ?? 0 }

    /// The first two, for all of a kind.
    var kind: String { String(text.prefix(2)) }
}

/// What the server says of an error, in the fields of its protocol.
struct ServerComplaint {
    let state: SQLState
    let message: String
    let table: String?
    let constraint: String?
    let column: String?
    let detail: String?

    init(_ field: (Character) -> String?) {
        state = SQLState(text: field("C") ?? SQLState.connectionFailure.text)
        message = field("M") ?? "the connection to the database was lost"
        (table, constraint, column, detail) = (field("t"), field("n"), field("c"), field("D"))
    }

    /// What was violated: the columns that are unique or must have a value, as in
    /// `users.email`, or the name.
    var violated: String? {
        switch (state.text, table) {
        case ("23505", let table?):
            // The columns stand first in the detail: Key (a, b)=(…) already exists.
            guard let detail, let start = detail.firstIndex(of: "("),
                let end = detail[start...].firstIndex(of: ")"), detail[end...].hasPrefix(")=(")
            else { return constraint }
            return detail[detail.index(after: start)..<end].split(separator: ", ").map { "\(table).\($0)" }
                .joined(separator: ", ")
        case ("23502", let table?): return column.map { "\(table).\($0)" }
        default: return constraint
        }
    }
}

extension SQLError {
    /// Translates what the server says.
    init(_ complaint: ServerComplaint, sql: String) {
        let state = complaint.state
        // The messages of this kind quote values.
        let message = state.kind == "22" ? "a value isn't what it has to be" : complaint.message
        self.init(
            Code(state), "\(message) (\(state.text))", sql: sql,
            constraint: state.kind == "23" ? complaint.violated : nil, nativeCode: state.number)
    }

    private func isOneOf(_ states: String...) -> Bool {
        states.contains { SQLState(text: $0).number == nativeCode }
    }

    /// Whether others came between: the transaction may begin anew.
    var isConflict: Bool { isOneOf(SQLState.serializationFailure.text, SQLState.deadlock.text) }

    /// Whether the server ends the connection: it is shut down, it crashed, or
    /// somebody told it to.
    var isEndOfConnection: Bool { isOneOf("57P01", "57P02", "57P03", "57P05", "08006", "08003", "25P03") }

    /// Whether a statement was prepared for tables that are others now.
    var isAboutPreparedStatement: Bool { isOneOf("0A000", "26000") }
}

extension SQLError.Code {
    fileprivate init(_ state: SQLState) {
        self = Self.states[state.text] ?? Self.kinds[state.kind] ?? .other
    }

    private static let states: [String: Self] = [
        "23505": .uniqueViolation, "23503": .foreignKeyViolation, "23502": .notNullViolation,
        "23514": .checkViolation, "22001": .tooLarge, "22021": .notAllowed, "25006": .readOnly, "42501": .permission,
        "57014": .timedOut, "55P03": .busy, "53100": .diskFull, "53200": .outOfMemory, "58030": .inputOutput,
        "XX001": .damaged, "XX002": .damaged,
    ]

    private static let kinds: [String: Self] = [
        "08": .unavailable, "22": .typeMismatch, "23": .constraintViolation, "26": .statement, "3D": .cannotOpen,
        "40": .busy, "42": .statement, "53": .unavailable, "54": .tooLarge, "57": .unavailable, "58": .inputOutput,
    ]
}
