import AccountVerificationAPI
import AccountVerificationServiceTesting
import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import MailedProofsAPI
import MailedProofsServiceAPI
import MailedProofsServiceTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// Links that the program sends, and that browsers open.
struct LinkTests {
    private let server: RunningVerification
    private let client: VerificationClient

    init() async throws {
        server = try await RunningVerification()
        client = try VerificationClient(server)
    }

    private func isVerified(_ user: User) async throws -> Bool? {
        try await server.accounts.accounts.account(user.id)?.isVerified
    }

    // MARK: With the program

    private let password = RunningVerification.password

    @Test(.requirement("VERIFY-02")) func aLinkConfirmsWithASessionOrThePassword() async throws {
        let (ada, token) = try await server.register()
        #expect(try await client.follow(server.lastToken(), token).status == .ok)
        let (bob, _) = try await server.register("bob@example.com", name: "Bob")
        #expect(try await client.follow(server.lastToken(to: "bob@example.com"), password: password).status == .ok)
        #expect(try await isVerified(ada) == true)
        #expect(try await isVerified(bob) == true)
    }

    @Test(.requirement("VERIFY-07")) func eachKindOfLinkHasItsOwnAnswerAndIsRecorded() async throws {
        let (ada, _) = try await server.register()
        let (_, bob) = try await server.register("bob@example.com", name: "Bob")
        let link = try #require(server.lastToken())
        let foreign = try await client.follow(link, bob)
        #expect(foreign.status == .forbidden)
        #expect(try await foreign.problem.code == "link_foreign")
        for unknown in [String(repeating: "A", count: 43), "nonsense"] {
            let answer = try await client.follow(unknown)
            #expect(answer.status == .unprocessableContent)
            #expect(try await answer.problem.code == "link_unknown")
        }
        server.date.advance(by: .seconds(86_400))
        let late = try await client.follow(link)
        #expect(late.status == .gone)
        #expect(try await late.problem.code == "link_expired")
        server.date.advance(by: .milliseconds(-1))
        #expect(try await client.follow(link, password: password).status == .ok)
        let again = try await client.follow(link)
        #expect(again.status == .gone)
        #expect(try await again.problem.code == "link_used")
        #expect(try await isVerified(ada) == true)
        for reason in ["foreign", "unknown", "expired", "used"] { #expect(server.log.text.contains(reason)) }
        #expect(!server.log.text.contains(link))
    }

    @Test(.requirement("VERIFY-06")) func anotherMessageEndsTheLinkBefore() async throws {
        let (ada, _) = try await server.register()
        let old = try #require(server.lastToken())
        server.date.advance(by: .seconds(60))
        _ = await client.resend(to: "ada@example.com")
        #expect(try await client.follow(old).problem.code == "link_unknown")
        #expect(try await isVerified(ada) == false)
        #expect(try await client.follow(server.lastToken(), password: password).status == .ok)
    }

    @Test(.requirement("VERIFY-02")) func ofSixtyFourAtOnceOneConfirms() async throws {
        _ = try await server.register()
        let link = server.lastToken(), client = client, password = password
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<64 { group.addTask { try await client.follow(link, password: password).status.rawValue } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 410 } == 63)
    }

    @Test func aLinkOrCodeForSomethingElseConfirmsNothing() async throws {
        let (ada, token) = try await server.register()
        let link = try await server.accounts.database.write { db in
            var values: [String: String] = [:]
            try server.proofs.send(RunningProofs.otherKind, to: ada.email, of: ada.id, in: db) { proof in
                values = ["token": proof.token.text, "code": "\(proof.code)"]
                return MailMessage(recipient: ada.email, subject: "Other", text: "other")
            }
            return values
        }
        #expect(try await client.follow(link["token"], token).problem.code == "link_foreign")
        let foreign = try #require(link["token"].flatMap { MailedToken($0) })
        await #expect(throws: AddressConfirmationError.foreignLink) {
            try await server.proving.address(behind: foreign)
        }
        #expect(try await client.confirm(link["code"], token).problem.code == "invalid_code")
        #expect(try await isVerified(ada) == false)
    }
}
