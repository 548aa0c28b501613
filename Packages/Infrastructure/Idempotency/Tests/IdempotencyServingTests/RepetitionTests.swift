import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import Locking
import SQLStoreAPI
import SQLStoreTesting
import Testing

/// What is asked twice with one key is done once.
struct RepetitionTests {
    @Test(.requirement("OFFLINE-01")) func givesTheSameAnswerWithoutDoingItAgain() async throws {
        let server = try await KeyedServer()
        let first = try await server.ask(key: "k1")
        let second = try await server.ask(key: "k1")
        #expect(server.done.current == ["do"])
        #expect(first.status == .created)
        #expect(!first.isRepeated && second.isRepeated)
        #expect(second.status == first.status)
        #expect(second.text == first.text)
        #expect(second.secret == first.secret)
    }

    @Test func doesItAgainWithoutAKeyAndWithAnother() async throws {
        let server = try await KeyedServer()
        for key in [nil, nil, "k1", "k2"] { _ = try await server.ask(key: key) }
        #expect(server.done.current.count == 4)
    }

    @Test(.requirement("OFFLINE-01")) func survivesARestart() async throws {
        let server = try await KeyedServer()
        let first = try await server.ask(key: "k1")
        try await server.store.reopen()
        let restarted = try await KeyedServer(server.store)
        let second = try await restarted.ask(key: "k1")
        #expect(second.text == first.text)
        #expect(restarted.done.current == [])
    }

    @Test func refusesAKeyOfAnotherRequest() async throws {
        let server = try await KeyedServer()
        _ = try await server.ask(key: "k1")
        for answer in [
            try await server.ask(key: "k1", body: "do something else"),
            try await server.ask(.post, "/other", key: "k1"),
            try await server.ask(.delete, "/answer", key: "k1"),
        ] {
            #expect(answer.status == .unprocessableContent)
            #expect(answer.code == "idempotency_key_reused")
        }
        #expect(server.done.current == ["do"])
    }

    @Test func tellsTheWholeAddressAndTypeApart() async throws {
        let server = try await KeyedServer()
        _ = try await server.ask(.post, "/things/1", key: "k1")
        #expect(try await server.ask(.post, "/things/2", key: "k1").status == .unprocessableContent)
        let answer = try await server.ask(
            .post, "/things/1", fields: [.idempotencyKey: "k1", .contentType: "text/plain"])
        #expect(answer.status == .unprocessableContent)
    }

    @Test func doesItAgainAfterADay() async throws {
        let server = try await KeyedServer()
        _ = try await server.ask(key: "k1")
        server.date.advance(by: .seconds(86_399))
        #expect(try await server.ask(key: "k1").isRepeated)
        server.date.advance(by: .seconds(1))
        #expect(try await !server.ask(key: "k1", body: "new").isRepeated)
        #expect(server.done.current == ["do", "new"])
        try await server.sweep()
        #expect(try await server.kept() == 1)
        #expect(try await server.ask(key: "k1", body: "new").isRepeated)
    }

    @Test(arguments: ["", "two words", "ñ", String(repeating: "k", count: 129)])
    func refusesAMalformedKey(_ key: String) async throws {
        let server = try await KeyedServer()
        let answer = try await server.ask(key: key)
        #expect(answer.status == .badRequest)
        #expect(answer.code == "invalid_idempotency_key")
        #expect(server.done.current == [])
    }

    @Test func refusesTwoKeys() async throws {
        let server = try await KeyedServer()
        var fields = HTTPFields()
        fields.append(.idempotencyKey, "k1")
        fields.append(.idempotencyKey, "k2")
        #expect(try await server.ask(fields: fields).code == "invalid_idempotency_key")
    }

    @Test func leavesReadingAndExceptionsAlone() async throws {
        let server = try await KeyedServer()
        for _ in 1...2 {
            #expect(try await server.ask(.get, "/answer", key: "k1").text.hasSuffix("none"))
            #expect(try await server.ask(.post, "/self", key: "k1").text.hasSuffix("none"))
            #expect(try await server.ask(.post, "/nowhere", key: "k1").status == .notFound)
        }
        #expect(server.done.current.count == 4)
        #expect(try await server.kept() == 0)
    }

    @Test func namesTheOperationForEachRepetition() async throws {
        let server = try await KeyedServer()
        let name = try await server.ask(key: "k1").text.suffix(36)
        let others = [
            try await server.ask(key: "k2").text.suffix(36),
            try await server.ask(key: "k1", account: "ana").text.suffix(36),
        ]
        #expect(UUID(uuidString: String(name)) != nil)
        #expect(!others.contains(name))
        // As after a kill between doing and answering.
        try await server.store.database.write { _ = try $0.run("DELETE FROM idempotent_answers") }
        #expect(try await server.ask(key: "k1").text.suffix(36) == name)
    }

    /// An upload is handled each time, under the name of its account and key,
    /// and its body may be larger than what is read beforehand.
    @Test func anUploadIsNamedWithoutBeingRead() async throws {
        let server = try await KeyedServer()
        func name(_ key: String, _ body: String, _ account: String) async throws -> Substring? {
            let answer = try await server.ask(.post, "/upload", key: key, body: body, account: account)
            #expect(!answer.isRepeated)
            return answer.text.split(separator: " ").last
        }
        let large = String(repeating: "x", count: 2 * 1024 * 1024)
        let first = try await name("k", large, "ana")
        #expect(first != "none")
        #expect(try await name("k", "another body", "ana/phone") == first)
        #expect(try await name("l", large, "ana") != first)
        #expect(try await name("k", large, "eva") != first)
        #expect(try await server.kept() == 0)
        #expect(try await server.ask(.post, "/upload", key: "", account: "ana").code == "invalid_idempotency_key")
    }
}
