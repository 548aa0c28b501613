import HTTPServingAPI
import Localization
import Locking
import SQLStoreAPI

/// Knows whether the database takes what is written, and says so to who asks for
/// the server's readiness.
///
/// It claims what a write claims and changes nothing, so that it costs no wait
/// for the disk, whose room is watched elsewhere.
final class DatabaseWatch: Sendable {
    /// Longer than any write of a server at work waits.
    private static let patience = Duration.seconds(2)

    private let database: any SQLDatabase
    private let clock: any Clock<Duration>
    /// One at a time, however many ask: strangers may.
    private let running = Locked<Task<HealthCheck.Result, Never>?>(nil)

    init(database: any SQLDatabase, clock: any Clock<Duration>) {
        self.database = database
        self.clock = clock
    }

    /// Whether a write would pass soon.
    func check() async -> HealthCheck.Result {
        let (answers, continuation) = AsyncStream.makeStream(of: HealthCheck.Result.self)
        let trial = Task { [trial = trial()] in continuation.yield(await trial.value) }
        let timer = Task { [clock] in
            try await clock.sleep(for: Self.patience)
            continuation.yield(.failing(Self.waiting))
        }
        defer {
            trial.cancel()
            timer.cancel()
        }
        var iterator = answers.makeAsyncIterator()
        return await iterator.next() ?? .failing(Self.silent)
    }

    /// It ends by itself, as every write does, also when nobody waits for it any
    /// more.
    private func trial() -> Task<HealthCheck.Result, Never> {
        running.withLock { running in
            if let running { return running }
            let trial = Task {
                let result = await self.result()
                self.running.withLock { $0 = nil }
                return result
            }
            running = trial
            return trial
        }
    }

    private func result() async -> HealthCheck.Result {
        guard (try? await database.read { try $0.exists("SELECT 1") }) == true else { return .failing(Self.silent) }
        do {
            try await database.write { _ in }
            return .healthy
        } catch {
            return .failing((error as? SQLError)?.advice ?? Self.silent)
        }
    }

    private static let silent = LocalizedText(
        en: "The database doesn't answer.", es: "La base de datos no responde.")
    private static let waiting = LocalizedText(
        en: "The database takes no changes: they wait for another one that doesn't end. Nothing that was confirmed is "
            + "lost. Look which other program uses the database.",
        es: "La base de datos no admite cambios: esperan a otro que no termina. No se ha perdido nada confirmado. Mira "
            + "qué otro programa usa la base de datos.")
}
