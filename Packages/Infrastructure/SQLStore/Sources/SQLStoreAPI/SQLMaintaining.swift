/// What those who run a database do with it as a whole; features have no part in
/// it.
///
/// All methods may be called from any task at any time, and reads and writes go
/// on meanwhile. Before the store is started they throw `notOpen`, after it is
/// stopped `closed`, and `cancelled` when the calling task is.
public protocol SQLMaintaining: Sendable {
    /// Writes a copy of the database, as it is at one moment, to a file.
    ///
    /// The file has the mode 0600, appears only when it is complete, verified and
    /// on disk, and replaces one of that name.
    ///
    /// - Throws: `diskFull`, `cannotOpen`, `permission`, `damaged`, or `misuse`
    ///   when the path is the database's own.
    func backup(toFile path: String) async throws(SQLError)

    /// Verifies the structure of the whole database, its indexes and foreign
    /// keys.
    ///
    /// - Throws: `damaged` with what was found.
    func checkIntegrity() async throws(SQLError)
}
