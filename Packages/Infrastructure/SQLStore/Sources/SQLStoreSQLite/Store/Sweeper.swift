import SQLStoreAPI

/// Does what features contribute to ``SQLStoreAPI/Sweeps``, each in its rhythm.
struct Sweeper: Sendable {
    let database: any SQLDatabase
    let sweeps: @Sendable () -> [Sweep]
    let clock: any Clock<Duration>
    let observer: (any SQLStoreObserving)?

    /// Works until the task is cancelled.
    func run() async {
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
