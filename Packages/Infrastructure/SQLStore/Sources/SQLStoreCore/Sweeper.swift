package import SQLStoreAPI

/// Does what features contribute to ``SQLStoreAPI/Sweeps``, each in its rhythm.
package struct Sweeper: Sendable {
    private let database: any SQLDatabase
    private let sweeps: @Sendable () -> [Sweep]
    private let clock: any Clock<Duration>
    private let observer: (any SQLStoreObserving)?

    package init(
        database: any SQLDatabase, sweeps: @escaping @Sendable () -> [Sweep], clock: any Clock<Duration>,
        observer: (any SQLStoreObserving)?
    ) {
        self.database = database
        self.sweeps = sweeps
        self.clock = clock
        self.observer = observer
    }

    /// Works until the task is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for sweep in sweeps() { group.addTask { await repeatedly(sweep) } }
        }
    }

    private func repeatedly(_ sweep: Sweep) async {
        while !Task.isCancelled {
            do {
                try await database.write(.soon, sweep.body)
            } catch {
                // What fails on the way out says nothing about the database.
                if !Task.isCancelled { observer?.observe(.fault(Self.fault(error, of: sweep))) }
            }
            try? await clock.sleep(for: sweep.interval)
        }
    }

    private static func fault(_ error: any Error, of sweep: Sweep) -> SQLError {
        guard let error = error as? SQLError else {
            return SQLError(.other, "\(sweep.id) could not be swept: \(error)")
        }
        return SQLError(
            error.code, "\(sweep.id) could not be swept: \(error.message)", sql: error.sql,
            constraint: error.constraint, nativeCode: error.nativeCode)
    }
}
