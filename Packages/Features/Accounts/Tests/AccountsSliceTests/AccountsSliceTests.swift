import AccountsAPI
import AccountsClient
import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import PluginKit
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

struct AccountsSliceTests {
    private let server: RunningAccounts
    private let transport: LoopbackTransport

    init() async throws {
        server = try await RunningAccounts()
        transport = LoopbackTransport(to: try Router(routes: server.routes, observer: RequestObserverSpy()))
    }

    /// Adds a bearer token to everything.
    private func loader(token: Secret?) -> any AccountLoading {
        let transport = transport
        let bearing = HTTPTransportStub { request throws(HTTPTransportError) in
            var request = request
            request.fields[.authorization] = token?.withText { "Bearer \($0 ?? "")" }
            return try await transport.send(request)
        }
        let address = ServerAddress("http://localhost:8080")!
        return AccountsClientPlugin.assemble(
            .init(server: ServerClient(address: address, transport: bearing))
        ).exports.loading
    }

    private func logIn(_ name: String = "Ada") async throws -> (User, IssuedSession) {
        let user = try await server.accounts.createAccount(
            name: name, email: EmailAddress("\(name)@example.com")!, password: Secret("correct horse"))
        return (user, try await server.server.issuing.issueSession(for: user, on: SessionClient()))
    }

    @Test(.requirement("TOKEN-02")) func showsThePersonTheirAccount() async throws {
        let (user, issued) = try await logIn()
        #expect(try await loader(token: issued.grant.accessToken).loadAccount() == user)
    }

    /// Each asks twice, so that the second answer may be one that was kept.
    @Test func whatIsKeptIsOnesOwnAndAsThingsAre() async throws {
        let (ada, ofAda) = try await logIn(), (bea, ofBea) = try await logIn("Bea")
        let adas = loader(token: ofAda.grant.accessToken), beas = loader(token: ofBea.grant.accessToken)
        for _ in 0..<2 {
            #expect(try await adas.loadAccount() == ada)
            #expect(try await beas.loadAccount() == bea)
        }
        let verified = try await server.verification.markVerified(ada.id, email: ada.email)
        #expect(verified.isVerified)
        for _ in 0..<2 { #expect(try await adas.loadAccount() == verified) }
        try await server.database.write { writer in
            try writer.run("UPDATE accounts SET name = 'Ada L.' WHERE id = \(ada.id)")
        }
        for _ in 0..<2 { #expect(try await adas.loadAccount().name == "Ada L.") }
        let ended = try await server.server.ending.endSession(
            holding: ofAda.grant.refreshToken, because: .logout)
        #expect(ended)
        await #expect(throws: AccountLoadingError.notLoggedIn) { try await adas.loadAccount() }
        #expect(try await beas.loadAccount() == bea)
    }

    @Test func showsNobodyAnything() async throws {
        _ = try await logIn()
        await #expect(throws: AccountLoadingError.notLoggedIn) { try await loader(token: nil).loadAccount() }
        await #expect(throws: AccountLoadingError.notLoggedIn) {
            try await loader(token: Secret("forged")).loadAccount()
        }
    }

    @Test func theAnswerMustNotBeStoredOnItsWay() async throws {
        let (_, issued) = try await logIn()
        let response = try await transport.send(
            HTTPRequest(
                url: URL(string: "http://localhost/auth/me")!,
                fields: [.authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }]))
        #expect(response.status == .ok)
        #expect(response.fields[.cacheControl] == "no-store")
    }

    @Test func aRefusalIsAProblemDocumentWithAChallenge() async throws {
        let response = try await transport.send(
            HTTPRequest(url: URL(string: "http://localhost/auth/me")!, fields: [.acceptLanguage: "es"]))
        #expect(response.status == .unauthorized)
        #expect(response.fields[.wwwAuthenticate] == "Bearer")
        let problem = try JSONDecoder().decode(ProblemDetails.self, from: response.body)
        #expect(problem.code == "authentication_required")
    }
}
