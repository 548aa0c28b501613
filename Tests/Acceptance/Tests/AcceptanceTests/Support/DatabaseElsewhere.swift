import FoundationEssentials
import KernelTesting

/// Databases on PostgreSQL, one for each data folder, in place of the file: with
/// `ESSENTIAL_ACCEPTANCE_DATABASE=postgres`, for suites that don't look into that file.
///
/// What a folder brings in a file is carried over by `essentiald database copy`. Each has a server of its own,
/// which ends with the tests.
actor DatabaseElsewhere {
    private static let shared =
        ProcessInfo.processInfo.environment["ESSENTIAL_ACCEPTANCE_DATABASE"] == "postgres" ? DatabaseElsewhere() : nil

    private var stages: [String: Task<PostgresStage, any Error>] = [:]

    /// What has an essentiald use the database of a folder; nothing where it uses a file.
    static func settings(of data: String) async throws -> [String: String] {
        guard let shared else { return [:] }
        let stage = try await shared.stage(of: data)
        let file = data + "/essentiald.sqlite"
        if FileManager.default.fileExists(atPath: file) { try await move(data, to: stage) }
        return stage.settings
    }

    private func stage(of data: String) async throws -> PostgresStage {
        let task = stages[data] ?? Task { try await PostgresStage() }
        stages[data] = task
        return try await task.value
    }

    private static func move(_ data: String, to stage: PostgresStage) async throws {
        let arguments = ["database", "copy", "--data", data]
        let outcome = try await ChildProcess.run(
            Programs.essentiald, arguments, environment: Surroundings.variables.merging(stage.settings) { $1 })
        guard outcome.exit == .status(0) else { throw CommandFailed(arguments: arguments, outcome: outcome) }
        for name in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: data + "/essentiald.sqlite" + name)
        }
    }
}
