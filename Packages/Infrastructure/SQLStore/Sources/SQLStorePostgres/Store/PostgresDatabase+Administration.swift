import SQLStoreAPI
import SQLStoreCore

extension PostgresDatabase {
    /// Runs statements as they are, outside of any transaction: to make a database
    /// for a test, or to end the connections of another one.
    ///
    /// - Returns: The text in the first column of the last one's first row.
    @discardableResult
    package static func administer(_ settings: PostgresSettings, _ statements: String) async throws -> String? {
        let pool = ConnectionPool(name: "sql", limit: 1, patience: (settings.patience, ContinuousClock())) {
            () throws(SQLError) in try settings.connect()
        }
        do {
            let text = try await pool.perform(isWriting: true) { connection in try connection.script(statements).text }
            await pool.close()
            return text
        } catch {
            await pool.close()
            throw error
        }
    }
}
