/// What a copy was of, once it is complete.
public struct CopiedDatabase: Hashable, Sendable {
    /// A table, which is the same on both sides.
    public struct Table: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// How many rows it has.
        public let rows: Int
        /// The digest over its rows in their order, as 64 hexadecimal digits (SHA-256).
        public let digest: String
    }

    /// All tables, in the order in which they were made.
    public let tables: [Table]
    /// The tables of which no migration tells, which were left out.
    public let leftOut: [String]
    /// How many rows were there already, of a copy that was cut short.
    public let rowsKept: Int

    /// How many rows all tables have.
    public var rows: Int { tables.reduce(0) { $0 + $1.rows } }
}
