import CoreModels
import DeviceFindingsAPI
import DeviceFindingsClient
import DeviceFindingsContract
import DeviceIntegrityAPI
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import PluginKit
import SecureStorageAPI
import SecureStorageTesting
import SessionsAPI
import SessionsTesting
import TelemetryTesting
import Testing

/// What a device tells its server, run by run of the program.
struct ServerFindingsTests {
    private let ana = StoredSession.sample(), ben = StoredSession.sample(user: .sample(email: "ben@example.com"))
    private let vault = InMemorySecretStore(), sessions = InMemorySessionStore(), date = ManualDate(), log = LogSpy()
    /// What arrived, as `person kind`.
    private let arrived = Locked<[String]>([])
    private let answer = Locked<Result<HTTPResponse, HTTPTransportError>>(.success(HTTPResponse(status: .noContent)))

    /// A run of the program.
    private func program(_ secrets: (any SecretReading & SecretUpdating)? = nil) throws -> any FindingTelling {
        let address = try #require(ServerAddress("https://essential.test"))
        let assembly = DeviceFindingsClientPlugin.assemble(
            .init(
                serverOf: { [arrived, answer] person in
                    ServerClient(
                        address: address,
                        transport: HTTPTransportStub { request throws(HTTPTransportError) in
                            arrived.withLock { $0.append("\(person) \(Self.kind(in: request) ?? "nothing")") }
                            return try answer.current.get()
                        })
                }, sessions: sessions, secrets: secrets ?? vault, log: log.logger, now: date.now))
        return assembly.exports.findings
    }

    private static func kind(in request: HTTPRequest) -> String? {
        guard request.method == .post, request.url.path() == DeviceFindingsContract.path,
            // Without a key it would be waited for longer than anybody waits.
            request.fields[.idempotencyKey] != nil, case .bytes(let body) = request.body
        else { return nil }
        return try? WireCoding.decoder().decode(DeviceFindingsContract.Finding.self, from: body).kind
    }

    private func problem(_ status: HTTPStatus, _ code: String) -> Result<HTTPResponse, HTTPTransportError> {
        .success(
            HTTPResponse(
                status: status, fields: [.contentType: "application/problem+json"],
                body: Data(#"{"status":\#(status.rawValue),"code":"\#(code)"}"#.utf8)))
    }

    private func lines(_ session: StoredSession, _ kinds: IntegrityFinding.Kind...) -> [String] {
        kinds.map { "\(session.user.id) \($0.rawValue)" }
    }

    @Test(.requirement("DEVINT-03", "START-04")) func aFindingIsToldOnceInASession() async throws {
        try await sessions.save(ana)
        for _ in 0..<3 {
            let program = try program()
            program.note([.root, .tracer])
            await program.tell()
            await program.tell()
        }
        #expect(arrived.current == lines(ana, .root, .tracer))
        let told = try #require(await program().told())
        #expect(told.told == [.root: date.value, .tracer: date.value] && told.waiting.isEmpty)

        try await sessions.save(ana.renewed(with: .sample(), receivedAt: .sample))
        try await run([.root])
        #expect(arrived.current.count == 2)
        let next = StoredSession.sample(user: ana.user)
        try await sessions.save(next)
        try await run([.root])
        #expect(arrived.current == lines(ana, .root, .tracer, .root))
    }

    private func run(_ kinds: [IntegrityFinding.Kind] = []) async throws {
        let program = try program()
        program.note(kinds)
        await program.tell()
    }

    @Test(.requirement("DEVINT-03", "START-04")) func withoutAConnectionItWaitsForTheNextContact() async throws {
        try await sessions.save(ana)
        answer.withLock { $0 = .failure(.connectivity(reason: "nobody listens")) }
        try await run([.root, .tracer])
        // The first one tells whether there is a server.
        #expect(arrived.current == lines(ana, .root))
        #expect(try await program().told()?.waiting == [.root, .tracer])
        answer.withLock { $0 = .success(HTTPResponse(status: .noContent)) }
        // A start that finds nothing any more.
        try await run()
        #expect(arrived.current == lines(ana, .root, .root, .tracer))
        #expect(try await program().told()?.waiting == [])
    }

    @Test(.requirement("DEVINT-03")) func whatIsFoundBeforeALoginIsToldByIt() async throws {
        try await run([.root])
        #expect(arrived.current.isEmpty)
        try await sessions.save(ana)
        try await run()
        #expect(arrived.current == lines(ana, .root))
    }

    /// Two people of one device.
    @Test(.requirement("DEVINT-03")) func aFindingOfOnePersonIsNotToldAsAnothers() async throws {
        answer.withLock { $0 = .failure(.connectivity(reason: "nobody listens")) }
        try await sessions.save(ana)
        try await run([.root])
        try await sessions.save(ben)
        answer.withLock { $0 = .success(HTTPResponse(status: .noContent)) }
        arrived.withLock { $0 = [] }
        try await run()
        #expect(arrived.current.isEmpty)
        try await run([.tracer])
        #expect(arrived.current == lines(ben, .tracer))
        try await sessions.save(StoredSession.sample(user: ana.user))
        try await run()
        #expect(arrived.current == lines(ben, .tracer) + lines(ana, .root))
    }

    @Test(.requirement("DEVINT-03")) func aServerWithoutTheRouteIsNamedOnceInTheLog() async throws {
        try await sessions.save(ana)
        answer.withLock { $0 = problem(.notFound, "not_found") }
        for _ in 0..<3 { try await run([.root, .tracer]) }
        #expect(arrived.current == lines(ana, .root))
        #expect(log.messages.filter { $0.contains("can't be told") }.count == 1)
        #expect(try await program().told()?.isOffered == false)
        date.advance(by: .seconds(3_600))
        try await run()
        #expect(arrived.current.count == 2)
        #expect(log.messages.filter { $0.contains("can't be told") }.count == 1)
        // The server was replaced by a newer one.
        date.advance(by: .seconds(3_600))
        answer.withLock { $0 = .success(HTTPResponse(status: .noContent)) }
        try await run()
        #expect(arrived.current == lines(ana, .root, .root, .root, .tracer))
        #expect(try await program().told()?.isOffered == true)
    }

    @Test(.requirement("DEVINT-03")) func whatTheServerRefusesForGoodIsNotToldAgain() async throws {
        try await sessions.save(ana)
        answer.withLock { $0 = problem(.unprocessableContent, "invalid_data") }
        for _ in 0..<2 { try await run([.root]) }
        #expect(arrived.current == lines(ana, .root))
        let told = try #require(await program().told())
        #expect(told.told.isEmpty && told.waiting.isEmpty)
    }

    @Test(
        .requirement("DEVINT-03"),
        arguments: [
            (401, "session_ended"), (429, "too_many_requests"), (500, "internal_error"), (503, "unavailable"),
        ])
    func whateverElseIsAnsweredItWaits(_ status: Int, _ code: String) async throws {
        try await sessions.save(ana)
        answer.withLock { $0 = problem(HTTPStatus(rawValue: status), code) }
        try await run([.root])
        #expect(try await program().told()?.waiting == [.root])
    }

    /// A proxy's page is no word of the server.
    @Test(.requirement("DEVINT-03")) func aPageOfSomebodyElseIsNoAnswer() async throws {
        try await sessions.save(ana)
        answer.withLock {
            $0 = .success(
                HTTPResponse(status: .ok, fields: [.contentType: "text/html"], body: Data("<p>Log in here".utf8)))
        }
        try await run([.root])
        #expect(try await program().told()?.waiting == [.root])
    }

    @Test(.requirement("DEVINT-03")) func whereNothingCanBeKeptItIsToldAllTheSame() async throws {
        try await sessions.save(ana)
        let program = try program(FailingSecretStore(error: .noSpace(path: "/vault")))
        program.note([.root])
        await program.tell()
        await program.tell()
        #expect(arrived.current == lines(ana, .root))
        #expect(log.messages.contains("could not keep what a start found"))
    }

    @Test(.requirement("DEVINT-03")) func whereItCannotBeSaidWhoIsLoggedInNothingIsTold() async throws {
        try await sessions.save(ana)
        sessions.failReads(with: .storage(.passphraseRequired))
        let program = try program()
        program.note([.root])
        await program.tell()
        #expect(arrived.current.isEmpty && vault.names.isEmpty)
        sessions.failReads(with: nil)
        await program.tell()
        #expect(arrived.current == lines(ana, .root))
    }

    /// Many programs at once find the same.
    @Test(.requirement("DEVINT-03")) func programsAtOnceKeepItOnce() async throws {
        try await sessions.save(ana)
        answer.withLock { $0 = .failure(.timedOut) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try await run([.root, .looseVault]) } }
            try await group.waitForAll()
        }
        #expect(try await program().told()?.waiting == [.root, .looseVault])
    }
}
