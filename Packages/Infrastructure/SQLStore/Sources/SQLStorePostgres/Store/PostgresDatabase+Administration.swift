import SQLStoreAPI
import SQLStoreCore

extension PostgresDatabase {
    /// Runs statements as they are, outside of any transaction: to make a database
    /// for a test, or to end the connections of another one.
    ///
    /// - Returns: The text in the first column of the last one's first row.
    @discardableResult
    package static func administer(_ settings: PostgresSettings, _ statements: String) async throws -> String? {
        try await once(settings, ContinuousClock()) { connection in try connection.script(statements).text }
    }

    /// Does something over a connection of its own, which is closed then.
    static func once<Value: Sendable>(
        _ settings: PostgresSettings, _ clock: any Clock<Duration>, _ body: @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        let pool = ConnectionPool(name: "sql", limit: 1, patience: (settings.patience, clock)) {
            () throws(SQLError) in try settings.connect()
        }
        do {
            let value = try await pool.perform(isWriting: true, body)
            await pool.close()
            return value
        } catch {
            await pool.close()
            throw error
        }
    }
}
