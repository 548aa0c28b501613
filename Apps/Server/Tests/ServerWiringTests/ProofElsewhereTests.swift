import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import SQLStoreAPI
import SQLStoreTesting
import ServerTesting
import Testing

/// A device that somebody let in by typing its code may be a stranger's: whatever takes a
/// recent proof takes one of it.
struct ProofElsewhereTests {
    private let folder: TemporaryFolder
    private let date = ManualDate()
    private let server: ComposedServer
    private let person: FactorPerson

    init() throws {
        folder = try TemporaryFolder()
        // Passkeys need an address.
        server = try ComposedServer(
            folder: folder.path, date: date, settings: ["server.public_url": ComposedServer.address])
        person = FactorPerson(server: server, date: date)
    }

    @Test(.requirement("MFA-03", "BROWSERLOGIN-12")) func nothingThatTakesARecentProofTakesOneFromElsewhere()
        async throws
    {
        let (person, date, database) = (person, date, server.database)
        try await server.run {
            let (_, secret, _) = try await person.withFactor()
            date.advance(by: .seconds(30))
            let ticket = try await person.ticket()
            let token = try #require(try await person.prove(try person.code(secret), ticket).token)
            try await database.write { db in
                try db.run("UPDATE sessions SET is_proved_here = \(false)")
                // Whoever is no administrator isn't asked for a proof of it.
                try db.run("INSERT INTO administrators (user_id, since) SELECT id, 0 FROM accounts")
            }
            let document = try #require(try await person.ask(.get, "/openapi.json").body)
            let operations = Operation.all(in: document).filter(\.takesRecentProof)
            #expect(operations.count >= 10, "the description can't be read")
            #expect(
                operations.contains { $0.method == .delete && $0.path == "/auth/sessions/{id}" },
                "who had a code typed ends no session of the owner's")
            for operation in operations {
                let answer = try await Self.ask(operation, person, token)
                #expect(
                    answer.status == 401 && answer.code == "insufficient_user_authentication",
                    "\(operation.method) \(operation.path): \(answer.status) \(answer.code ?? "")")
            }
            date.advance(by: .seconds(30))
            #expect(try await person.again(FactorPerson.password, try person.code(secret), token).status == 204)
            let others = try #require(operations.first { $0.path == "/auth/sessions" })
            #expect(try await Self.ask(others, person, token).status == 204, "what is proved there counts")
        }
    }

    private static func ask(
        _ operation: Operation, _ person: FactorPerson, _ token: String
    ) async throws -> FactorPerson.Answer {
        let path = operation.path.replacing(/\{[a-z]+\}/, with: "2f1b7d0c-6a4e-4a0e-9a39-0f2b6c6f6f11")
        let body = operation.body.map { String(decoding: $0.data, as: UTF8.self) }
        return try FactorPerson.Answer(try await person.send(operation.method, path, body, token: token))
    }
}

extension Operation {
    /// Whether a session that proved nothing lately is refused, by its description.
    fileprivate var takesRecentProof: Bool {
        description["security"] != nil
            && description["responses"]?["401"]?.text.contains("insufficient_user_authentication") == true
    }
}
