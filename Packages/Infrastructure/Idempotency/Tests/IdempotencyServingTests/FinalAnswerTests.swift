import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// Answers that time, credentials or a challenge change are not kept.
struct FinalAnswerTests {
    @Test(arguments: [403, 408, 428, 429, 500, 503])
    func triesAgainWhatMayEndInAnotherWay(_ status: Int) async throws {
        let server = try await KeyedServer()
        server.answers.withLock { $0 = [ServerResponse(status: HTTPStatus(rawValue: status))] }
        #expect(try await server.ask(key: "k1").status.rawValue == status)
        // A solved challenge makes it another request.
        #expect(try await server.ask(key: "k1", body: "do, solved").status == .created)
    }

    @Test(arguments: [200, 204, 400, 404, 409, 410, 422])
    func keepsWhatIsFinal(_ status: Int) async throws {
        let server = try await KeyedServer()
        server.answers.withLock { $0 = [ServerResponse(status: HTTPStatus(rawValue: status))] }
        #expect(try await server.ask(key: "k1", account: "ana").status.rawValue == status)
        let second = try await server.ask(key: "k1", account: "ana")
        #expect(second.status.rawValue == status)
        #expect(second.isRepeated)
    }

    @Test(arguments: [200, 204, 303]) func keepsWhatWasDoneForStrangers(_ status: Int) async throws {
        let server = try await KeyedServer()
        server.answers.withLock { $0 = [ServerResponse(status: HTTPStatus(rawValue: status))] }
        #expect(try await server.ask(key: "k1").status.rawValue == status)
        #expect(try await server.ask(key: "k1").isRepeated)
    }

    /// A stranger has nothing to lose, and each row is a write to the disk.
    @Test(arguments: [400, 401, 404, 409, 410, 415, 422]) func keepsNoRefusalOfAStranger(_ status: Int) async throws {
        let server = try await KeyedServer()
        server.answers.withLock { $0 = [ServerResponse(status: HTTPStatus(rawValue: status))] }
        #expect(try await server.ask(key: "k1").status.rawValue == status)
        #expect(try await server.kept() == 0)
        #expect(try await server.ask(key: "k1").status == .created)
    }

    @Test(.requirement("TOKEN-14", "TOKEN-23")) func doesItOnceCredentialsHold() async throws {
        let server = try await KeyedServer()
        #expect(try await server.ask(key: "k1", account: "expired").status == .unauthorized)
        #expect(server.done.current == [])
        #expect(try await server.ask(key: "k1", account: "ana").status == .created)
        // With the credentials of another session.
        #expect(try await server.ask(key: "k1", account: "ana/2").isRepeated)
        #expect(server.done.current == ["do"])
    }

    @Test func triesAgainWhenTheHandlerRefusesCredentials() async throws {
        let server = try await KeyedServer()
        server.answers.withLock { $0 = [ServerResponse(status: .unauthorized)] }
        #expect(try await server.ask(key: "k1", account: "ana").status == .unauthorized)
        #expect(try await server.ask(key: "k1", account: "ana").status == .created)
    }

    @Test func doesNotKeepWhatIsTooLargeOrEndless() async throws {
        let server = try await KeyedServer()
        server.answers.withLock {
            $0 = [
                ServerResponse(body: .bytes(Data(repeating: 0, count: 65_537))),
                ServerResponse(body: .stream { _ in }),
            ]
        }
        _ = try await server.ask(key: "k1")
        _ = try await server.ask(key: "k2")
        #expect(try await server.kept() == 0)
    }
}
