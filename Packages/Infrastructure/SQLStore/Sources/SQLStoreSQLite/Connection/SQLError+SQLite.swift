import CSQLite
import SQLStoreAPI

extension SQLError {
    /// Translates a result code.
    ///
    /// Related SQLite documentation: <https://www.sqlite.org/rescode.html>
    init(sqliteCode code: Int32, message: String, path: String, sql: String? = nil) {
        let kind = Code(sqliteCode: code)
        let isAboutFile = [.diskFull, .readOnly, .permission, .cannotOpen, .inputOutput, .damaged].contains(kind)
        self.init(
            kind, isAboutFile ? "\(path): \(message)" : message, sql: sql,
            constraint: code & 0xFF == SQLITE_CONSTRAINT ? Self.constraint(in: message) : nil, nativeCode: Int(code))
    }

    /// What stands behind the colon of `UNIQUE constraint failed: users.email`.
    private static func constraint(in message: String) -> String? {
        guard let colon = message.firstIndex(of: ":") else { return nil }
        return String(message[message.index(after: colon)...].drop { $0 == " " })
    }
}

extension SQLError.Code {
    fileprivate init(sqliteCode code: Int32) {
        self = Self.constraints[code] ?? Self.primaries[code & 0xFF] ?? .other
    }

    private static let constraints: [Int32: Self] = [
        SQLITE_CONSTRAINT | (3 << 8): .foreignKeyViolation,
        SQLITE_CONSTRAINT | (1 << 8): .checkViolation,
        SQLITE_CONSTRAINT | (5 << 8): .notNullViolation,
        SQLITE_CONSTRAINT | (6 << 8): .uniqueViolation,
        SQLITE_CONSTRAINT | (8 << 8): .uniqueViolation,
        SQLITE_CONSTRAINT | (10 << 8): .uniqueViolation,
    ]

    private static let primaries: [Int32: Self] = [
        SQLITE_CONSTRAINT: .constraintViolation,
        SQLITE_ERROR: .statement,
        SQLITE_RANGE: .statement,
        SQLITE_MISMATCH: .typeMismatch,
        SQLITE_AUTH: .notAllowed,
        SQLITE_MISUSE: .misuse,
        SQLITE_INTERRUPT: .cancelled,
        SQLITE_BUSY: .busy,
        SQLITE_LOCKED: .busy,
        SQLITE_PROTOCOL: .busy,
        SQLITE_FULL: .diskFull,
        SQLITE_READONLY: .readOnly,
        SQLITE_PERM: .permission,
        SQLITE_CANTOPEN: .cannotOpen,
        SQLITE_IOERR: .inputOutput,
        SQLITE_TOOBIG: .tooLarge,
        SQLITE_NOMEM: .outOfMemory,
        SQLITE_CORRUPT: .damaged,
        SQLITE_NOTADB: .damaged,
    ]
}
