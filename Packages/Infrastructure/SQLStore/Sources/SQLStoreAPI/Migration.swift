/// A step in the life of the tables: applied once, in order, never changed.
///
/// ```swift
/// Migration("accounts-0001", """
///     CREATE TABLE users (id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE);
///     CREATE INDEX users_email ON users (email);
///     """)
/// ```
///
/// All pending migrations run in one transaction at start; if one fails, none
/// is applied. The text of each is kept with its checksum: when the text of an
/// applied migration has changed, the start stops with `migrationChanged`.
///
/// **Types.** One text makes the tables of every engine, and is never translated,
/// since what is kept and compared has to be what was written. A column is
///
/// - `TEXT`: texts without NUL, UUIDs in lower case;
/// - `BIGINT`: times in milliseconds since 1970, sizes, positions, whatever may
///   exceed 31 bits, which is all that `INTEGER` holds in PostgreSQL;
/// - `INTEGER`: small numbers, and 0 and 1 for what is so or isn't;
/// - `DOUBLE PRECISION`: numbers with a fraction;
/// - `BLOB`: bytes. PostgreSQL knows no such type, so its engine makes one before
///   the first migration: `CREATE DOMAIN blob AS bytea`. A domain is stored,
///   compared, indexed and sent as what it stands for.
///
/// **Statements** keep to what all engines know. What doesn't and was released
/// stays as it is for SQLite; other engines apply what ``elsewhere`` says instead.
/// Both keep and compare the same text, that of ``statements``.
public struct Migration: Hashable, Sendable {
    /// The owner's name and a number, as in `accounts-0001`.
    public let id: String
    /// One or more statements, ended by semicolons.
    public let statements: String
    /// What engines other than SQLite apply, where ``statements`` was released in
    /// words that only SQLite knows; else nil.
    public let elsewhere: String?

    /// Creates a migration.
    public init(_ id: String, _ statements: String, elsewhere: String? = nil) {
        self.id = id
        self.statements = statements
        self.elsewhere = elsewhere
    }

    /// Who the migration belongs to: the part of the id before its number.
    ///
    /// A database that holds a migration unknown to its owner was written by a newer
    /// version. One of an owner that isn't among those of the store is either of a plugin
    /// that is switched off, which the program knows, or of a newer version too.
    public var owner: String { Self.owner(of: id) }

    /// Who a migration of this id belongs to.
    public static func owner(of id: String) -> String {
        id.lastIndex(of: "-").map { String(id[..<$0]) } ?? id
    }
}
