import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import PluginKit
import SessionsAPI
import SessionsTesting
import TelemetryAPI
import Testing
import TokenRefreshClient

struct ConcurrencyTests {
    @Test(.requirement("TOKEN-10", "TOKEN-25"), arguments: [0.0, 1000.0])
    func manyTasksOfManyProcessesCauseOneRefresh(age: Double) async throws {
        let server = ServerStub()
        server.grant("access-1", "refresh-1")
        let first = Client(Client.session(age: age), at: server)
        let clients =
            [first]
            + (0..<15).map { _ in
                Client(nil, at: server, store: first.store.forAnotherProcess(), date: first.date)
            }
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for client in clients {
                for _ in 0..<8 { group.addTask { try await client.get() } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: "private", count: 128))
        #expect(server.refreshes.count == 1)
    }

    @Test(.requirement("TOKEN-10")) func thoseWhoComeWhileWorkRunsShareItsResult() async {
        let gate = Gate()
        let flight = SingleFlight<Int>()
        let first = Task.immediate {
            await flight.join {
                await gate.wait()
                return 1
            }
        }
        await gate.waitForVisitor()
        let others = (2..<6).map { number in Task.immediate { await flight.join { number } } }
        await gate.open()
        #expect(await first.value == 1)
        for other in others { #expect(await other.value == 1) }
        #expect(await flight.join { 6 } == 6, "work that is over is not shared")
    }

    @Test func manyTasksShareAFailureToo() async throws {
        let gate = Gate()
        let client = Client(Client.session(age: 1000))
        client.server.answerRefresh { () throws(HTTPTransportError) in
            await gate.wait()
            throw .timedOut
        }
        let failures = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (try? await client.get()) == nil }
            }
            await gate.open(afterYielding: 200)
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(failures == 8)
        #expect(client.server.refreshes.count < 8)
        #expect(client.store.session != nil)
    }

    @Test func aTaskThatIsCancelledLeavesAtOnceAndTheRenewalGoesOn() async throws {
        let gate = Gate()
        let client = Client(Client.session(age: 1000))
        client.server.answerRefresh { () throws(HTTPTransportError) in
            await gate.wait()
            return ServerStub.granted("access-1", "refresh-1")
        }
        client.server.accept("access-1")
        let task = Task { try await client.get() }
        await gate.waitForVisitor()
        task.cancel()
        await #expect(throws: HTTPTransportError.cancelled) { try await task.value }
        #expect(client.access == "access-0", "the answer is still on its way")
        await gate.open()
        #expect(try await client.get() == "private")
        #expect(client.server.refreshes.count == 1)
    }

    @Test func aTaskThatIsCancelledBeforehandStartsNothing() async throws {
        let flight = SingleFlight<Int>()
        let task = Task { () -> Int? in
            withUnsafeCurrentTask { $0?.cancel() }
            return await flight.join { 1 }
        }
        #expect(await task.value == nil)
        #expect(await flight.join { 2 } == 2)
    }

    @Test(.requirement("SESS-17")) func whoLogsOutMeanwhileStaysLoggedOut() async throws {
        let client = Client(Client.session(age: 1000))
        client.server.answerRefresh { [store = client.store] () throws(HTTPTransportError) in
            try? await store.remove()
            return ServerStub.granted("access-1", "refresh-1")
        }
        #expect(try await client.get() == "public")
        #expect(client.store.session == nil, "the session must not come back")
    }

    @Test func whoLogsInMeanwhileStaysLoggedIn() async throws {
        for answer in [
            ServerStub.granted("access-1", "refresh-1"),
            HTTPResponse(
                status: .unauthorized, fields: [.contentType: "application/problem+json"],
                body: Data(#"{"code":"invalid_grant"}"#.utf8)),
        ] {
            let client = Client(Client.session(age: 1000))
            client.server.accept("other-access")
            client.server.answerRefresh { [store = client.store] () throws(HTTPTransportError) in
                try? await store.save(Client.session("other-access", "other-refresh"))
                return answer
            }
            #expect(try await client.get() == "private")
            #expect(client.refresh == "other-refresh")
            #expect(client.ends.ends.isEmpty)
        }
    }

    @Test func whatAnotherProcessRenewedIsTakenOver() async throws {
        let client = Client(Client.session("access-0", "refresh-0"))
        client.server.accept("access-1")
        client.server.answerRefresh(.internalServerError)
        // The other process renews while this one's request is refused.
        let other = client.store.forAnotherProcess()
        let refused = HTTPResponse(status: .unauthorized, fields: [.wwwAuthenticate: "Bearer"])
        let slow = HTTPTransportStub { [server = client.server] request throws(HTTPTransportError) in
            guard request.fields[.authorization] == "Bearer access-0" else { return try await server.spy.send(request) }
            try? await other.save(Client.session("access-1", "refresh-1"))
            return refused
        }
        let transport = TokenRefreshClientPlugin.assemble(
            .init(
                server: ServerClient(address: ServerStub.address, transport: client.server.spy), transport: slow,
                sessions: client.store, lock: client.store, logger: .disabled, now: client.date.bootTime)
        ).exports.transport
        #expect(try await transport.send(HTTPRequest(url: ServerStub.feed)).status == .ok)
        #expect(client.server.refreshes.isEmpty)
    }
}

/// A gate that a test opens.
actor Gate {
    private var isOpen = false
    private var hasVisitor = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        hasVisitor = true
        for watcher in watching { watcher.resume() }
        watching = []
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func waitForVisitor() async {
        guard !hasVisitor else { return }
        await withCheckedContinuation { watching.append($0) }
    }

    func open() {
        isOpen = true
        for visitor in waiting { visitor.resume() }
        waiting = []
    }

    func open(afterYielding count: Int) async {
        await waitForVisitor()
        for _ in 0..<count { await Task.yield() }
        open()
    }
}
