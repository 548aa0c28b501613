import SQLStoreAPI

extension PostgresDatabase {
    /// Sees whether the database could be opened, and changes nothing.
    ///
    /// - Throws: What ``open()`` would throw, but for what another server keeps it from.
    package func rehearse() async throws {
        let settings = settings, migrations = self.migrations()
        try await Self.once(settings, clock) { connection in
            try connection.script("SET default_transaction_read_only = on")
            try DatabaseFitness(connection: connection, mayUse: settings.mayUse).check()
            try Migrator(connection: connection, knows: settings.knows, now: settings.now, observe: { _ in })
                .rehearse(migrations)
        }
    }
}
