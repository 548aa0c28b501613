import KernelTesting
import Testing

/// A PostgreSQL server with an empty database, which ends with the test.
struct PostgresStage {
    let folder: TemporaryFolder
    private let child: ChildProcess
    private let socket: String

    init() async throws {
        folder = try TemporaryFolder()
        child = try ChildProcess(Programs.root + "/Tools/setup/postgresql-server.sh")
        let output = await child.readOutput(until: "\n")
        try #require(output.hasSuffix("\n"), "there is no PostgreSQL server")
        socket = String(output.dropLast())
    }

    /// What has an essentiald use it.
    var settings: [String: String] {
        ["ESSENTIAL_DATABASE_URL": "postgresql://essential@/postgres?host=\(socket)"]
    }

    func start(_ name: String = "server", port: Int = Ports.next()) async throws -> Server {
        try await Server(data: folder.path(of: name), port: port, environment: settings)
    }

    func stop() async { _ = await child.outcome() }
}
