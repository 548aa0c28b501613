import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import Glibc
import HTTPServingAPI
import HTTPServingMicroHTTPD
import HTTPServingTesting
import KernelTesting
import PluginKit
import SecureStorageClient
import SessionsAPI
import SessionsClient
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import TelemetryAPI
import TelemetryTesting
import Testing

/// Real processes with real vaults, real sockets, and real kills.
///
/// `ESSENTIAL_KILLS` is how many processes have to die of it (50 unless told).
@Suite(.serialized)
struct ProcessTests {
    private let folder: TemporaryFolder
    private let sessions: RunningSessions
    private let metrics = InMemoryMetrics()
    private let user = User.sample()
    private let store: any SessionStoring

    init() async throws {
        folder = try TemporaryFolder()
        sessions = try await RunningSessions()
        let storage = try SecureStorageClientPlugin.assemble(
            .init(folder: folder.path(of: "vault"), cryptography: .real())
        ).exports
        store = SessionsClientPlugin.assemble(.init(secrets: storage.secrets, locks: storage.locks)).exports.store
        let grant = try await sessions.issuing.issueSession(for: user, on: SessionClient()).grant
        try await store.save(StoredSession(user: user, id: nil, grant: grant, receivedAt: nil))
    }

    /// Starts a server on a free port, and stops it after `body`.
    private func serving<Value>(_ body: (_ address: String) async throws -> Value) async throws -> Value {
        let router = try Slice.router(to: sessions, metrics: metrics)
        let assembly = HTTPServingPlugin.assemble(
            .init(
                settings: HTTPServerSettings(port: 0), observer: RequestObserverSpy(), makeRequestID: { "test" },
                makeResponder: { router }))
        let service = assembly.services[0]
        try await service.start()
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await body("http://127.0.0.1:\(assembly.exports.server.addresses[0].port)"))
        } catch {
            outcome = .failure(error)
        }
        await service.stop()
        return try outcome.get()
    }

    private static let hammer: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (program.lastIndex(of: "/").map { String(program[..<$0]) } ?? ".") + "/RefreshHammer"
    }()

    private func start(_ address: String, tasks: Int, killAt point: Int = 0) throws -> ChildProcess {
        try ChildProcess(Self.hammer, [address, folder.path(of: "vault"), "\(tasks)", "\(point)"])
    }

    private func refreshes(_ result: String) -> Int {
        Int(metrics.value(of: "essentiald_token_refreshes_total", ["result": result]) ?? 0)
    }

    /// Forgets when the tokens were received, as a restart of the machine does.
    private func expire() async throws {
        guard case .present(let session) = await store.load() else { throw CancellationError() }
        try await store.save(StoredSession(user: user, id: session.id, grant: session.grant, receivedAt: nil))
    }

    @Test(.requirement("TOKEN-10", "TOKEN-25")) func sixteenProcessesOfEightTasksRenewOnce() async throws {
        try await serving { address in
            let children = try (0..<16).map { _ in try start(address, tasks: 8) }
            for child in children { _ = await child.readOutput(until: "ready") }
            for child in children { child.provideInput("\n") }
            for child in children {
                let outcome = await child.outcome()
                let answers = outcome.outputText.split(separator: "\n").filter { $0 != "ready" }
                #expect(answers == Array(repeating: "\(user.id)", count: 8), "\(outcome.errorText)")
            }
        }
        #expect(refreshes("rotated") == 1)
        #expect(refreshes("repeated") == 0)
    }

    @Test(.requirement("TOKEN-11")) func aRenewedTokenIsOnTheDiskOnlySealed() async throws {
        guard case .present(let before) = await store.load() else { throw CancellationError() }
        try await serving { address in
            let child = try start(address, tasks: 1)
            _ = await child.readOutput(until: "ready")
            child.provideInput("\n")
            #expect(await child.outcome().exit == .status(0))
        }
        guard case .present(let renewed) = await store.load() else { throw CancellationError() }
        #expect(!renewed.grant.refreshToken.isEqual(to: before.grant.refreshToken))
        let tokens = [renewed.grant.accessToken, renewed.grant.refreshToken].compactMap { $0.withText { $0 } }
        #expect(tokens.count == 2)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
            (try? Data(contentsOf: URL(filePath: folder.path(of: name)))).map { data in
                tokens.contains { data.firstRange(of: $0.utf8) != nil }
            } ?? false
        }
        #expect(names == [])

        // What the other process wrote opens with AES-256-GCM and a key of 256 bits.
        var cryptography = try Cryptography.real()
        let encryption = AuthenticatedEncryptionSpy(cryptography.encryption)
        cryptography.encryption = encryption
        let vault = try SecureStorageClientPlugin.assemble(
            .init(folder: folder.path(of: "vault"), cryptography: cryptography)
        ).exports
        let again = SessionsClientPlugin.assemble(.init(secrets: vault.secrets, locks: vault.locks)).exports.store
        guard case .present(let opened) = await again.load() else { throw CancellationError() }
        #expect(opened.grant.refreshToken.isEqual(to: renewed.grant.refreshToken))
        #expect(!encryption.opened.isEmpty && Set(encryption.opened) == [32])
    }

    @Test(.requirement("TOKEN-12", "TOKEN-25")) func killsAtAnyPointLeaveASessionThatWorks() async throws {
        let kills = ProcessInfo.processInfo.environment["ESSENTIAL_KILLS"].flatMap { Int($0) } ?? 50
        var random = SeededGenerator(seed: 4)
        var killed = 0, round = 0
        try await serving { address in
            // A process may be done before it is hit.
            while killed < kills, round < 2 * kills {
                // Every other one at a point of its own, the rest whenever.
                let point = round % 2 == 0 ? round / 2 % 14 + 1 : 0
                let child = try start(address, tasks: 1, killAt: point)
                _ = await child.readOutput(until: "ready")
                child.provideInput("\n")
                if point == 0 {
                    try await waitForARandomMoment(&random)
                    child.send(SIGKILL)
                }
                if case .signal(SIGKILL) = await child.outcome().exit { killed += 1 }

                let next = try start(address, tasks: 1)
                let outcome = await next.outcome()
                #expect(outcome.outputText == "ready\n\(user.id)\n", "round \(round), point \(point)")
                try await expire()
                round += 1
            }
        }
        print("\(killed) of \(round) processes were killed in time")
        #expect(killed == kills)
        #expect(refreshes("rotated") >= round, "each round renewed the session")
        #expect(["reused", "ended", "expired", "unknown"].allSatisfy { refreshes($0) == 0 })
    }

    /// A kill has to come at any moment at all, so here, and only here, a test
    /// lets time pass.
    private func waitForARandomMoment(_ random: inout SeededGenerator) async throws {
        try await Task.sleep(for: .microseconds(Int.random(in: 0..<12_000, using: &random)))
    }
}
