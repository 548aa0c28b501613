import HTTPServingAPI
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// Repetitions that come while the first is being answered.
struct ConcurrencyTests {
    @Test func repetitionsWaitForTheFirst() async throws {
        let gate = Gate()
        let server = try await KeyedServer { await gate.pass() }
        try await withThrowingTaskGroup(of: Answer.self) { group in
            for number in 1...20 {
                group.addTask { try await server.ask(key: "k1", from: "192.0.2.\(number)") }
            }
            await gate.waitForSomeone()
            gate.open()
            var texts: Set<String> = []
            for try await answer in group { texts.insert(answer.text) }
            #expect(texts.count == 1)
        }
        #expect(server.done.current == ["do"])
    }

    @Test func refusesAnotherRequestWithTheKeyMeanwhile() async throws {
        let gate = Gate()
        let server = try await KeyedServer { await gate.pass() }
        async let first = server.ask(key: "k1")
        await gate.waitForSomeone()
        let other = try await server.ask(key: "k1", body: "other")
        gate.open()
        #expect(other.code == "idempotency_key_reused")
        #expect(try await first.status == .created)
    }

    @Test func goesOnWhenTheClientLeaves() async throws {
        let gate = Gate()
        let server = try await KeyedServer { await gate.pass() }
        let first = Task { try await server.ask(key: "k1") }
        await gate.waitForSomeone()
        first.cancel()
        gate.open()
        _ = try? await first.value
        let second = try await server.ask(key: "k1")
        #expect(second.status == .created)
        #expect(server.done.current == ["do"])
        #expect(try await server.kept() == 1)
    }
}

/// Holds everybody up until it is opened.
private final class Gate: Sendable {
    private let arrivals = AsyncStream.makeStream(of: Void.self)
    private let opening = AsyncStream.makeStream(of: Void.self)

    func pass() async {
        arrivals.continuation.yield()
        // Not ended by cancellation, as a transaction that commits is not.
        let stream = opening.stream
        await Task { for await _ in stream {} }.value
    }

    func waitForSomeone() async {
        for await _ in arrivals.stream { break }
    }

    func open() {
        opening.continuation.finish()
    }
}
