import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import LoginAPI
import PluginKit
import SecureStorageAPI
import SecureStorageTesting
import SecurityMetricsAPI
import SecurityMetricsClient
import SecurityMetricsContract
import SessionsTesting
import Testing

/// A device that sees a server's trail, contact by contact.
struct ServerTrailTests {
    private typealias Trail = any TrailFollowing & TrailKeeping

    private let server: Locked<TrailOfServer>
    private let failure = Locked<HTTPResponse?>(nil)
    private let asked = Locked<[Int?]>([])
    private let date = ManualDate()
    private let vault = InMemorySecretStore()

    init() throws {
        server = Locked(try TrailOfServer(8))
    }

    private func transport() -> HTTPTransportStub {
        HTTPTransportStub { [server, failure, asked] request throws(HTTPTransportError) in
            let since = request.url.query().flatMap { Int($0.dropFirst("since=".count)) }
            asked.withLock { $0.append(since) }
            if let failure = failure.current { return failure }
            guard let answer = try? HTTPResponse.json(server.current.message(since: since)) else {
                throw .connectivity(reason: "no server")
            }
            return answer
        }
    }

    private func device(
        _ secrets: (any SecretReading & SecretUpdating)? = nil, over transport: (any HTTPTransport)? = nil
    ) throws -> (trail: Trail, logins: [any LoginObserving]) {
        let address = try #require(ServerAddress("https://essential.test"))
        let assembly = SecurityMetricsClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: transport ?? self.transport()),
                secrets: secrets ?? vault, cryptography: server.current.cryptography, now: date.now))
        return (assembly.exports.trail, assembly.contributions.values(of: LoginObservers.self))
    }

    private func grow(_ count: Int) {
        server.withLock { server in
            for number in 0..<count { server.leaves.append(Data("later \(server.leaves.count) \(number)".utf8)) }
        }
    }

    private func rewrite() {
        server.withLock { $0.leaves[0] = Data("as if nothing had been".utf8) }
    }

    @Test(.requirement("AUDIT-18")) func theLastHeadIsKeptAndAskedForOnceAnHour() async throws {
        let trail = try device().trail
        for _ in 0..<3 { await trail.follow() }
        #expect(asked.current == [nil])
        #expect(try await trail.kept().head?.size == 8)
        grow(5)
        date.advance(by: .seconds(3_600))
        // Another run of the program goes on from what this one kept.
        let later = try device().trail
        for _ in 0..<2 { await later.follow() }
        #expect(asked.current == [nil, 8])
        let kept = try await trail.kept()
        #expect(kept.head?.size == 13 && kept.confirmedAt == date.value && kept.evidence == nil)
        #expect(await trail.finding() == nil)
    }

    @Test(.requirement("AUDIT-18")) func aLoginAsksAtOnce() async throws {
        let (trail, logins) = try device()
        await trail.follow()
        for login in logins { await login.didLogIn(.sample()) }
        for _ in 0..<2 { await trail.follow() }
        #expect(asked.current == [nil, 8])
    }

    @Test(.requirement("AUDIT-18", "AUDIT-19")) func whatContradictsIsKeptAndNothingNewerTakesItsPlace() async throws {
        let trail = try device().trail
        await trail.follow()
        grow(4)
        rewrite()
        date.advance(by: .seconds(3_600))
        await trail.follow()
        #expect(await trail.finding() == .notContinued)
        let evidence = try #require(await trail.kept().evidence)
        #expect(evidence.seen.size == 8 && evidence.shown.size == 12 && evidence.consistency?.isEmpty == false)
        #expect(evidence.foundAt == date.value)

        // Whatever the server says from now on, and whichever window asks.
        grow(1)
        date.advance(by: .seconds(7_200))
        for _ in 0..<2 {
            let window = try device().trail
            await window.follow()
            _ = try await window.ask()
            #expect(try await window.kept().evidence == evidence)
            #expect(try await window.kept().head == evidence.seen)
        }
        #expect(asked.current.count == 2)
    }

    @Test(.requirement("AUDIT-19")) func whoAcceptsGoesOnFromTheOtherTrail() async throws {
        let trail = try device().trail
        await trail.follow()
        server.withLock { $0.leaves.removeLast(3) }
        let evidence = try #require(await trail.ask().evidence)
        #expect(evidence.contradiction == .shorter)
        let other = TrailEvidence(
            .shorter, seen: evidence.seen, shown: evidence.seen, consistency: nil, foundAt: date.value)
        #expect(try await trail.accept(other).evidence == evidence, "what nobody has seen isn't accepted")
        #expect(try await trail.accept(evidence) == (try await trail.kept()))
        #expect(try await trail.kept().head == evidence.shown)
        grow(2)
        #expect(try await trail.ask().head?.size == 7)
        #expect(asked.current == [nil, 8, 5])
    }

    /// Or whoever shows a spoiled head first could show another trail afterwards.
    @Test(.requirement("AUDIT-19")) func afterWhatNobodySignedTheTrailGoesOnFromWhatWasSeen() async throws {
        let trail = try device().trail
        await trail.follow()
        failure.withLock { failure in
            failure = try? .json(server.current.message(since: 8).changed(size: 9))
        }
        let evidence = try #require(await trail.ask().evidence)
        #expect(evidence.contradiction == .forged)
        let kept = try await trail.accept(evidence)
        #expect(kept.head == evidence.seen && kept.evidence == nil)
        failure.withLock { failure in failure = try? .json(TrailOfServer(3).message()) }
        #expect(try await trail.ask().evidence?.contradiction == .anotherKey)
    }

    /// Offline, an older server, and one that says anything: what is kept stays, and nobody is told.
    @Test(
        .requirement("AUDIT-20"),
        arguments: [
            .problem(404, "not_found"), .problem(503, "unavailable"), .problem(429, "too_many_requests"),
            .problem(500, "internal_error"), HTTPResponse(status: .ok, body: Data("{".utf8)),
            HTTPResponse(status: .ok, body: Data(String(repeating: "[", count: 100_000).utf8)),
            HTTPResponse(status: .ok, body: Data(#"{"size":9223372036854775808,"removed":0}"#.utf8)),
            HTTPResponse(status: .ok, fields: [.contentType: "text/html"], body: Data("<html>".utf8)),
            .problem(401, "authentication_required"),
        ] as [HTTPResponse])
    func aServerThatShowsNothingCostsNothing(answer: HTTPResponse) async throws {
        let trail = try device().trail
        await trail.follow()
        let head = try await trail.kept().head
        failure.withLock { $0 = answer }
        date.advance(by: .seconds(3_600))
        for _ in 0..<3 { await trail.follow() }
        #expect(asked.current.count == 2)
        #expect(await trail.finding() == nil)
        #expect(try await trail.kept().head == head)
        await #expect(throws: TrailError.self) { try await trail.ask() }
    }

    /// Each run of the program waits once for a server that is silent there.
    @Test(.requirement("AUDIT-20")) func aSilentServerIsNotWaitedForAtEachCommand() async throws {
        let silent = HTTPTransportSpy { _ throws(HTTPTransportError) in throw .timedOut }
        for _ in 0..<3 { await (try device(over: silent).trail).follow() }
        #expect(silent.calls.count == 1)
        failure.withLock { $0 = .problem(503, "unavailable") }
        date.advance(by: .seconds(3_600))
        for _ in 0..<2 { await (try device().trail).follow() }
        #expect(asked.current.count == 2, "its first head is signed soon")
    }

    @Test(.requirement("AUDIT-20")) func whoIsOfflineIsAskedAtTheNextContactOfAnotherRun() async throws {
        let offline = HTTPTransportStub(failure: .connectivity(reason: "no route"))
        await (try device(over: offline).trail).follow()
        let trail = try device().trail
        await trail.follow()
        #expect(try await trail.kept().head?.size == 8)
    }

    /// Two windows ask at once: the answer to the earlier question comes last.
    @Test(.requirement("AUDIT-20")) func whoeverComesLateAccusesNobody() async throws {
        let (first, window) = (try device().trail, try device().trail)
        await first.follow()
        let late = server.current
        let slow = HTTPTransportStub { [server, date] _ throws(HTTPTransportError) in
            // Meanwhile the trail grows, and another window keeps that.
            server.withLock { $0.leaves += [Data("new".utf8), Data("newer".utf8)] }
            date.advance(by: .seconds(3_600))
            await window.follow()
            guard let answer = try? HTTPResponse.json(late.message(since: 8)) else { throw .cancelled }
            return answer
        }
        #expect(try await device(over: slow).trail.ask().head?.size == 10)
        #expect(try await first.kept().head?.size == 10)
        #expect(await first.finding() == nil)
    }

    @Test(.requirement("AUDIT-19", "AUDIT-20")) func whatIsFoundIsToldAlsoByAVaultWithoutRoom() async throws {
        await (try device().trail).follow()
        let full = FullVault(store: vault), trail = try device(full).trail
        rewrite()
        date.advance(by: .seconds(3_600))
        await trail.follow()
        #expect(await trail.finding() == .changed)
        #expect(try await trail.kept().evidence?.shown.size == 8)
        // What was kept is there, and whoever comes next finds the same.
        let next = try device().trail
        #expect(try await next.kept().evidence == nil)
        await next.follow()
        #expect(await next.finding() == .changed)
    }

    /// A newer program, or damage: nothing is put in the place of what can't be read.
    @Test(.requirement("AUDIT-20")) func whatCanNotBeReadStays() async throws {
        let trail = try device().trail
        await trail.follow()
        let name = try #require(vault.names.first), strange = Secret(#"{"head":7}"#)
        try await vault.save(strange, as: name)
        date.advance(by: .seconds(3_600))
        await trail.follow()
        await #expect(throws: TrailError.self) { try await trail.ask() }
        guard case .present(let kept) = await vault.read(name) else { return #expect(Bool(false), "it is gone") }
        #expect(kept.isEqual(to: strange))
        let failing = try device(FailingSecretStore()).trail
        await failing.follow()
        #expect(await failing.finding() == nil)
    }

    @Test(.requirement("L10N-01")) func eachErrorSaysWhatToDo() {
        let errors: [TrailError] = [
            .notLoggedIn, .server, .cancelled, .connectivity(TrailContradiction.meaning),
        ]
        for error in errors { #expect(error.text.english != error.text.spanish && !error.code.isEmpty) }
        for found in TrailContradiction.allCases { #expect(found.text.english != found.text.spanish) }
    }
}

/// A vault that can be read and has no room.
private struct FullVault: SecretReading, SecretUpdating {
    let store: InMemorySecretStore

    func read(_ name: SecretName) async -> StoredSecret { await store.read(name) }

    func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        throw .noSpace(path: "/vault")
    }
}
