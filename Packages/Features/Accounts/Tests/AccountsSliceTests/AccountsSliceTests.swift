import AccountsAPI
import AccountsClient
import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import PluginKit
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

    private func logIn() async throws -> (User, IssuedSession) {
        let user = try await server.accounts.createAccount(
            name: "Ada", email: EmailAddress("ada@example.com")!, password: Secret("correct horse"))
        return (user, try await server.server.issuing.issueSession(for: user, on: SessionClient()))
    }

    @Test(.requirement("TOKEN-02")) func showsThePersonTheirAccount() async throws {
        let (user, issued) = try await logIn()
        #expect(try await loader(token: issued.grant.accessToken).loadAccount() == user)
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
