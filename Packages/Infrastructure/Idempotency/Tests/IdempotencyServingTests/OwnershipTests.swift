import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import IdempotencyServing
import KernelTesting
import Locking
import SQLStoreAPI
import SQLStoreTesting
import TelemetryTesting
import Testing

/// Whose keys are whose, and what a thief of the database has.
struct OwnershipTests {
    @Test func accountsDoNotShareKeys() async throws {
        let server = try await KeyedServer()
        let ana = try await server.ask(key: "k1", account: "ana")
        let bea = try await server.ask(key: "k1", account: "bea")
        let nobody = try await server.ask(key: "k1")
        #expect(server.done.current.count == 3)
        #expect(Set([ana, bea, nobody].map(\.text)).count == 3)
        #expect(try await server.ask(key: "k1", body: "other", account: "bea").code == "idempotency_key_reused")
    }

    @Test(.requirement("OFFLINE-01")) func knowsWhoMovedToAnotherNetwork() async throws {
        let server = try await KeyedServer()
        let first = try await server.ask(key: "k1", from: "192.0.2.1")
        let second = try await server.ask(key: "k1", from: "2001:db8::1")
        #expect(second.isRepeated)
        #expect(second.text == first.text)
    }

    @Test func answersAreGivenToTheKeyThatTheyAreGoodFor() async throws {
        let server = try await KeyedServer()
        let first = try await server.ask(fields: [.idempotencyKey: "k1", "X-Holder": "a"])
        let other = try await server.ask(fields: [.idempotencyKey: "k1", "X-Holder": "b"])
        #expect(!other.isRepeated)
        #expect(other.text.suffix(36) == first.text.suffix(36), "it is the same operation")
        #expect(try await server.ask(fields: [.idempotencyKey: "k1", "X-Holder": "a"]).isRepeated)
    }

    @Test func aNetworkCannotTakeTheKeysOfAnother() async throws {
        let server = try await KeyedServer()
        _ = try await server.ask(key: "1", body: "mine", from: "192.0.2.1")
        #expect(try await server.ask(key: "1", body: "yours", from: "192.0.2.2").status == .created)
        #expect(try await server.ask(key: "1", body: "mine", from: "192.0.2.1").isRepeated)
        #expect(try await server.ask(key: "1", body: "third", from: "192.0.2.1").status == .unprocessableContent)
    }

    @Test func nothingIsInTheClearInTheDatabase() async throws {
        let server = try await KeyedServer()
        _ = try await server.ask(
            key: "key-in-the-clear", body: "password-in-the-clear", account: "account-in-the-clear")
        await server.store.close()
        let folder = URL(filePath: server.store.path).deletingLastPathComponent()
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
            let contents = try Data(contentsOf: folder.appending(path: file))
            for secret in ["in-the-clear", "token-of-", "/answer"] {
                let isThere = contents.firstRange(of: Data(secret.utf8)) != nil
                #expect(!isThere, "\(secret) is in \(file)")
            }
        }
    }

    @Test func anotherServerKeyOpensNothing() async throws {
        let server = try await KeyedServer()
        _ = try await server.ask(key: "k1")
        let other = try await KeyedServer(server.store, keySeed: 2)
        #expect(try await !other.ask(key: "k1").isRepeated)
    }

    @Test func doesItAgainWhenTheAnswerIsDamaged() async throws {
        let server = try await KeyedServer()
        _ = try await server.ask(key: "k1")
        try await server.store.database.write {
            _ = try $0.run("UPDATE idempotent_answers SET answer = \(Data(count: 200))")
        }
        #expect(try await !server.ask(key: "k1").isRepeated)
        #expect(server.log.messages == ["an answer could not be read"])
        #expect(try await server.ask(key: "k1").isRepeated)
    }

    @Test func forgetsTheOldestOfAClientWithTooMany() async throws {
        let server = try await KeyedServer(policy: IdempotencyPolicy(answersPerClient: 2))
        _ = try await server.ask(key: "other", from: "198.51.100.1")
        for key in ["k1", "k2", "k3"] {
            server.date.advance(by: .seconds(1))
            _ = try await server.ask(key: key)
        }
        #expect(try await server.ask(key: "other", from: "198.51.100.1").isRepeated)
        #expect(try await server.ask(key: "k2").isRepeated)
        #expect(try await server.ask(key: "k3").isRepeated)
        #expect(try await !server.ask(key: "k1").isRepeated)
    }

    @Test func forgetsTheOldestOfAll() async throws {
        let server = try await KeyedServer(policy: IdempotencyPolicy(answers: 3))
        for number in 1...5 {
            server.date.advance(by: .seconds(1))
            _ = try await server.ask(key: "k", body: "\(number)", from: "192.0.2.\(number)")
        }
        #expect(try await server.kept() == 5)
        try await server.sweep()
        #expect(try await server.kept() == 3)
        #expect(try await server.ask(key: "k", body: "5", from: "192.0.2.5").isRepeated)
    }

    @Test func aSubnetOfIPv6IsOneClient() async throws {
        let server = try await KeyedServer(policy: IdempotencyPolicy(answersPerClient: 1))
        for number in 1...3 {
            server.date.advance(by: .seconds(1))
            _ = try await server.ask(key: "k\(number)", from: "2001:db8::\(number)")
        }
        #expect(try await server.kept() == 1)
    }

    @Test func answersWhenTheDiskIsFull() async throws {
        let server = try await KeyedServer()
        _ = try await server.ask(key: "k0")
        try await server.store.fillDisk()
        server.answers.withLock { $0 = [.bytes(Data(repeating: 65, count: 60_000), type: .plainText)] }
        #expect(try await server.ask(key: "k1").status == .ok)
        #expect(server.log.messages == ["an answer could not be kept"])
    }
}
