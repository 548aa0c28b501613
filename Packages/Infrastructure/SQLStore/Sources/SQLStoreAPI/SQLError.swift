/// What went wrong in the database.
///
/// Neither the message nor the SQL text contains bound values, so both may be
/// logged.
public struct SQLError: Error, Hashable, Sendable {
    /// What kind of error it is.
    public let code: Code
    /// What happened, in English, for logs.
    public let message: String
    /// The text of the statement, if there was one.
    public let sql: String?
    /// What was violated, as in `users.email` or the name of a CHECK; only for
    /// violated constraints.
    public let constraint: String?
    /// The result code of the database library, if the error came from there.
    public let nativeCode: Int?

    /// Creates an error.
    public init(
        _ code: Code,
        _ message: String,
        sql: String? = nil,
        constraint: String? = nil,
        nativeCode: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.sql = sql
        self.constraint = constraint
        self.nativeCode = nativeCode
    }

    /// Kinds of errors; more may come, hence no enum.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name, as it is logged.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

extension SQLError.Code {
    // What the caller's statement or data violated.

    /// A value that must be unique exists already.
    public static let uniqueViolation = Self(rawValue: "unique_violation")
    /// A row refers to one that isn't there, or is still referred to.
    public static let foreignKeyViolation = Self(rawValue: "foreign_key_violation")
    /// A column that must have a value got none.
    public static let notNullViolation = Self(rawValue: "not_null_violation")
    /// A CHECK doesn't hold.
    public static let checkViolation = Self(rawValue: "check_violation")
    /// Another constraint doesn't hold.
    public static let constraintViolation = Self(rawValue: "constraint_violation")

    // How the result was read.

    /// A column is NULL where a value was expected.
    public static let unexpectedNull = Self(rawValue: "unexpected_null")
    /// A column holds another type than expected.
    public static let typeMismatch = Self(rawValue: "type_mismatch")
    /// The result has no such column.
    public static let unknownColumn = Self(rawValue: "unknown_column")

    // What the program did wrong.

    /// The statement isn't valid SQL or names what doesn't exist.
    public static let statement = Self(rawValue: "statement")
    /// The statement isn't one that may be used here.
    public static let notAllowed = Self(rawValue: "not_allowed")
    /// Something was used beyond its time or in the wrong place.
    public static let misuse = Self(rawValue: "misuse")
    /// The store isn't started yet.
    public static let notOpen = Self(rawValue: "not_open")
    /// The store is stopped.
    public static let closed = Self(rawValue: "closed")

    // What the world did.

    /// The calling task was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
    /// Others held the database for too long, or came between again and again.
    ///
    /// Nothing was done, and it may work a little later.
    public static let busy = Self(rawValue: "busy")
    /// The database's server ended a statement, most often since it took longer than
    /// it allows there.
    ///
    /// Nothing was done; a request is answered with 503.
    public static let timedOut = Self(rawValue: "timed_out")
    /// The database can't be reached.
    ///
    /// Nothing was done, and it may work a little later: a request is answered
    /// with 503, and work that waits is put off.
    public static let unavailable = Self(rawValue: "unavailable")
    /// The database was lost while it committed: all of it stands, or nothing.
    ///
    /// Whoever gets this must not simply do it again. A request is answered with
    /// 503, since asking again under the same `Idempotency-Key` does it once; work
    /// that is repeated looks first whether it was done.
    public static let outcomeUnknown = Self(rawValue: "outcome_unknown")
    /// The disk is full.
    public static let diskFull = Self(rawValue: "disk_full")
    /// The file or its folder can't be written.
    public static let readOnly = Self(rawValue: "read_only")
    /// The file or folder may not be used by this account.
    public static let permission = Self(rawValue: "permission")
    /// The file can't be opened.
    public static let cannotOpen = Self(rawValue: "cannot_open")
    /// Reading or writing the file failed.
    public static let inputOutput = Self(rawValue: "input_output")
    /// A value or row is too large.
    public static let tooLarge = Self(rawValue: "too_large")
    /// There is not enough memory.
    public static let outOfMemory = Self(rawValue: "out_of_memory")
    /// The file isn't a database, or is damaged.
    public static let damaged = Self(rawValue: "damaged")
    /// Anything else.
    public static let other = Self(rawValue: "other")

    // What stands between program and file.

    /// A migration that was applied reads differently now.
    public static let migrationChanged = Self(rawValue: "migration_changed")
    /// The file was written by a newer version of the program.
    public static let migrationUnknown = Self(rawValue: "migration_unknown")
    /// A migration failed; the file is as it was before.
    public static let migrationFailed = Self(rawValue: "migration_failed")
    /// The list of migrations contradicts itself.
    public static let migrationInvalid = Self(rawValue: "migration_invalid")
    /// The database is being copied from another one, or that was cut short.
    public static let unfinishedCopy = Self(rawValue: "unfinished_copy")
}

extension SQLError: CustomStringConvertible {
    /// The code, the message and the statement.
    public var description: String {
        "\(code.rawValue): \(message)" + (sql.map { " [\($0)]" } ?? "")
    }
}
