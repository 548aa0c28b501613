import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import ExternalProvidersContract
import ExternalProvidersTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

struct SigningInTests {
    @Test(.requirement("EXT-03", "EXT-04", "EXT-06", "EXT-07"), arguments: [SignatureAlgorithm.es256, .edDSA])
    func firstAccessMakesALinkedAccount(algorithm: SignatureAlgorithm) async throws {
        let server = try await ProviderServerSuite(algorithm: algorithm)
        let first = try await server.signIn().decode(ExternalProvidersContract.Outcome.self)
        let user = try #require(first.user)
        #expect(user.name == "Ana" && "\(user.email)" == "ana@example.com" && user.isVerified)
        #expect(first.token != nil && first.offer == nil)
        #expect(try await server.counts() == [1, 1, 1, 0])
        // The second time it is the same person.
        let second = try await server.signIn().decode(ExternalProvidersContract.Outcome.self)
        #expect(second.user?.id == user.id)
        #expect(try await server.counts() == [1, 1, 2, 0])
        // There is no password, so none is right.
        let guess = try await server.accounts.passwords.authenticate(
            email: user.email, password: Secret("correct horse battery"))
        #expect(guess == .rejected)
    }

    @Test(.requirement("EXT-06", "DATA-04")) func aLoginThatTakesADeletionBackSaysSo() async throws {
        let server = try await ProviderServerSuite(states: [AccountStatesStub { _ in [.closing] }])
        #expect(try await server.signIn().decode(ExternalProvidersContract.Outcome.self).accountKept == true)
        let usual = try await ProviderServerSuite()
        #expect(try await usual.signIn().decode(ExternalProvidersContract.Outcome.self).accountKept == nil)
    }

    /// Who went to the provider before they wanted the account deleted takes nothing back.
    @Test(.requirement("DATA-04")) func whoWentThereBeforeTheDeletionIsNotIn() async throws {
        let deletion = DeletionAskedStub(), server = try await ProviderServerSuite(states: [deletion])
        #expect(try await server.signIn().status == .ok)
        let begun = try await server.begin()
        server.accounts.date.advance(by: .seconds(1))
        deletion.ask(at: server.accounts.date.value)
        let late = try await server.answer(begun.attempt, server.provider.authorize(begun.address))
        #expect(late.code == "attempt_over")
        #expect(try await server.counts() == [1, 1, 1, 0])
        #expect(try await server.signIn().status == .ok)
    }

    @Test(.requirement("EXT-01")) func knowsGoogleByItsNameAlone() async throws {
        let server = try await ProviderServerSuite(preset: ("google", "https://accounts.google.com"))
        let list = try await server.send(.get, "/auth/providers").decode(ExternalProvidersContract.Providers.self)
        #expect(list.providers.map(\.name) == ["google"] && list.providers.map(\.title) == ["Google"])
        #expect(try await server.signIn().decode(ExternalProvidersContract.Outcome.self).user?.name == "Ana")
    }

    @Test func asksAsTheStandardsWantIt() async throws {
        let server = try await ProviderServerSuite()
        let begun = try await server.begin()
        #expect(begun.address.hasPrefix("https://id.example/authorize?response_type=code&client_id=essential-client&"))
        #expect(begun.address.contains("redirect_uri=https%3A%2F%2Fessential.test%2Fsign-in%2Ffrom%2Facme&"))
        #expect(begun.address.contains("scope=openid%20email%20profile&"))
        #expect(begun.address.contains("code_challenge_method=S256"))
        #expect(begun.expiresIn == 300)
        // Nothing that was sent to the provider is what the browser has.
        let attempt = begun.attempt.withText { $0 ?? "" }
        #expect(!attempt.isEmpty && !begun.address.contains(attempt))
    }

    @Test func takesNamesThatCanBeShown() async throws {
        for (name, expected) in [
            ("Ana María", "Ana María"), ("", "ana"), (" \u{202E} ", "ana"), ("A\u{1B}[2J", "ana"),
            (String(repeating: "a", count: 101), "ana"),
        ] {
            let server = try await ProviderServerSuite()
            server.provider.says { $0.claims["name"] = .text(name) }
            #expect(try await server.signIn().decode(ExternalProvidersContract.Outcome.self).user?.name == expected)
        }
    }

    @Test func readsMoreOfThePersonWhereTheTokenHasNoAddress() async throws {
        let server = try await ProviderServerSuite()
        server.provider.says {
            $0.metadata["userinfo_endpoint"] = .text("https://id.example/userinfo")
            $0.leavesOut = ["email", "email_verified", "name"]
            $0.userInfo = [
                "sub": .text("subject-1"), "email": .text("Ana@Example.com"), "email_verified": .text("true"),
                "name": .text("Ana B."),
            ]
        }
        let user = try #require(try await server.signIn().decode(ExternalProvidersContract.Outcome.self).user)
        #expect("\(user.email)" == "Ana@Example.com" && user.name == "Ana B.")
        server.provider.says { $0.userInfo?["sub"] = .text("subject-2") }
        let reply = try await server.signIn()
        #expect(reply.status == .badGateway && reply.code == "answer_not_believed")
    }

    @Test func sendsTheSecretAsTheProviderWantsIt() async throws {
        let server = try await ProviderServerSuite()
        server.provider.says { $0.metadata["token_endpoint_auth_methods_supported"] = .list(["client_secret_post"]) }
        #expect(try await server.signIn().status == .ok)
        let stranger = try await ProviderServerSuite(isPublic: true)
        let reply = try await stranger.signIn()
        #expect(reply.status == .badGateway && reply.code == "provider_refused")
    }

    @Test func takesKeysThatTheProviderHasAnew() async throws {
        let server = try await ProviderServerSuite()
        #expect(try await server.signIn().status == .ok)
        try server.provider.rotate()
        // Strangers can't have keys asked for all the time, nor can a provider.
        #expect(try await server.signIn().code == "answer_not_believed")
        server.accounts.date.advance(by: .seconds(61))
        #expect(try await server.signIn().status == .ok)
        #expect(server.provider.count(of: "/keys") == 2)
        #expect(server.provider.count(of: "/.well-known/openid-configuration") == 1)
        server.accounts.date.advance(by: .seconds(3_600))
        #expect(try await server.signIn().status == .ok)
        #expect(server.provider.count(of: "/.well-known/openid-configuration") == 2)
    }

    @Test func asksOnceForAllWhoWait() async throws {
        let server = try await ProviderServerSuite()
        try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for _ in 0..<32 { group.addTask { try await server.send(.post, "/auth/providers/acme/attempts").status } }
            for try await status in group { #expect(status == .created) }
        }
        #expect(server.provider.count(of: "/.well-known/openid-configuration") == 1)
    }

    @Test(.requirement("EXT-04")) func makesOneAccountForManyFirstAccessesAtOnce() async throws {
        let server = try await ProviderServerSuite()
        try await withThrowingTaskGroup(of: UserID?.self) { group in
            for _ in 0..<16 {
                group.addTask { try await server.signIn().decode(ExternalProvidersContract.Outcome.self).user?.id }
            }
            var people: Set<UserID?> = []
            for try await person in group { people.insert(person) }
            #expect(people.count == 1 && !people.contains(nil))
        }
        #expect(try await server.counts() == [1, 1, 16, 0])
    }
}
