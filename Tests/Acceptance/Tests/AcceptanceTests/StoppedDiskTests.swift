import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// A disk that gives nothing back for a while, such as one that spins up or is behind a network.
struct StoppedDiskTests {
    /// Whoever serves many connections waits for no disk (ADR 0082).
    @Test func itHoldsNobodyUpWhoNeedsNoneOfIt() async throws {
        let folder = try TemporaryFolder(), plan = folder.path(of: "plan")
        let library = try await PreloadedLibrary("stopped-disk.c", in: folder)
        try Data(count: 16).write(to: URL(filePath: plan))
        let server = try await Server(
            data: folder.path(of: "data"), environment: library.environment.merging(["STOPPED_DISK": plan]) { $1 })
        let token = try await Self.register("ana@example.com", at: server)
        for _ in 0..<20 {
            #expect(try await server.ask("GET", "/auth/sessions", token: token)?.status == 200)
        }
        // Of what SQLite had read itself nothing counts any more.
        _ = try await Self.register("ben@example.com", at: server)
        let disk = open(plan, O_WRONLY | O_CLOEXEC)
        try #require(flock(disk, LOCK_EX) == 0)
        try Self.say(1, in: disk)
        let port = server.port
        try await blocking {
            // More than there are threads for reads.
            let waiting = try (0..<8).map { _ in try Connection(port: port) }
            for connection in waiting {
                connection.send(request: "GET", "/auth/sessions", token: token)
            }
            let other = try Connection(port: port)
            var asked = 0
            while try Self.waited(plan) == 0, asked < 10_000 {
                #expect(other.ask("GET", "/healthz")?.status == 200)
                asked += 1
            }
            #expect(try Self.waited(plan) > 0, "nothing was read from the disk")
            for _ in 0..<200 { #expect(other.ask("GET", "/healthz")?.status == 200) }
            try Self.say(0, in: disk)
            close(disk)
            for connection in waiting { #expect(connection.answer()?.status == 200) }
        }
        #expect(await server.stop() == .status(0))
    }

    private static func register(_ email: String, at server: Server) async throws -> String {
        let answer = try await server.ask(
            "POST", "/auth/register", json: #"{"name":"Ana","email":"\#(email)","password":"four green tea pots"}"#)
        return try #require(answer?.json?["token"]?["access_token"]?.text)
    }

    /// Says whether the disk is stopped, in the file that the program has mapped.
    private static func say(_ byte: UInt8, in file: Int32) throws {
        guard pwrite(file, [byte], 1, 0) == 1 else { throw POSIXFailure(call: "pwrite", code: errno) }
    }

    private static func waited(_ plan: String) throws -> Int {
        try Data(contentsOf: URL(filePath: plan)).dropFirst(8).reduce(0) { $0 + Int($1) }
    }
}
