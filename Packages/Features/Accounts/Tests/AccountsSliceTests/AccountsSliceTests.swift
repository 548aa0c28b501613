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
import SessionsAPI
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

struct AccountsSliceTests {
    private let server: RunningAccounts
    private let transport: LoopbackTransport

    init() async throws {
        server = try await RunningAccounts()
        transport = LoopbackTransport(to: try Router(routes: server.routes, observer: RequestObserverSpy()))
    }

    private func loader(token: Secret?) -> any AccountLoading { client(token: token).loading }

    /// Adds a bearer token to everything.
    private func client(token: Secret?, _ sessions: (any SessionStoring)? = nil) -> AccountsClientPlugin.Exports {
        let transport = transport
        let bearing = HTTPTransportStub { request throws(HTTPTransportError) in
            var request = request
            request.fields[.authorization] = token?.withText { "Bearer \($0 ?? "")" }
            return try await transport.send(request)
        }
        let address = ServerAddress("http://localhost:8080")!
        return AccountsClientPlugin.assemble(
            .init(server: ServerClient(address: address, transport: bearing), sessions: sessions)
        ).exports
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

    @Test(.requirement("DATA-01")) func aNameIsChangedEverywhereAndOnThisDevice() async throws {
        let (ada, issued) = try await logIn(), (bea, _) = try await logIn("Bea")
        let store = InMemorySessionStore(StoredSession(user: ada, grant: issued.grant, receivedAt: .now))
        let client = client(token: issued.grant.accessToken, store)
        let renamed = try await client.renaming.rename(to: "  Ada Zoe\u{308} ")
        #expect(renamed.name == "Ada Zo\u{EB}" && renamed.id == ada.id)
        #expect(try await server.accounts.account(ada.id) == renamed)
        #expect(try await client.loading.loadAccount() == renamed)
        #expect(await store.load().person == renamed)
        #expect(try await server.accounts.names(of: [ada.id, bea.id]) == [ada.id: "Ada Zo\u{EB}", bea.id: "Bea"])
    }

    @Test(.requirement("DATA-01")) func anotherDeviceLearnsTheNameWithTheAccount() async throws {
        let (ada, issued) = try await logIn()
        let store = InMemorySessionStore(StoredSession(user: ada, grant: issued.grant, receivedAt: .now))
        _ = try await client(token: issued.grant.accessToken).renaming.rename(to: "Ada L.")
        #expect(await store.load().person?.name == "Ada")
        _ = try await client(token: issued.grant.accessToken, store).loading.loadAccount()
        #expect(await store.load().person?.name == "Ada L.")
    }

    @Test(.requirement("DATA-01"), arguments: [("", PersonName.Problem.empty), ("A\nda", .unfit)])
    func whatIsNoNameIsNotSent(name: String, problem: PersonName.Problem) async throws {
        let (ada, issued) = try await logIn(), client = client(token: issued.grant.accessToken)
        await #expect(throws: AccountRenamingError.unacceptable(problem)) { try await client.renaming.rename(to: name) }
        #expect(try await server.accounts.account(ada.id) == ada)
    }

    /// A client of somebody else's sends whatever it likes.
    @Test(
        .requirement("DATA-01"),
        arguments: [(" ", "empty_name"), ("A\u{202E}da", "invalid_name"), ("Tú", "reserved_name")])
    func theServerTakesNoNameThatIsNone(name: String, code: String) async throws {
        let (ada, issued) = try await logIn()
        let response = try await transport.send(
            HTTPRequest(
                method: .put, url: URL(string: "http://localhost/auth/me/name")!,
                fields: [
                    .authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" },
                    .contentType: "application/json",
                ], body: .bytes(try JSONEncoder().encode(["name": name]))))
        #expect(response.status == .unprocessableContent)
        let problem = try JSONDecoder().decode(ProblemDetails.self, from: response.body)
        #expect(problem.errors?.map(\.code) == [code])
        #expect(try await server.accounts.account(ada.id) == ada)
    }

    @Test(.requirement("MFA-03")) func aDeviceThatATypedCodeLetInRenamesNobody() async throws {
        let (ada, issued) = try await logIn(), issuing = server.server.issuing
        let admission = try await issuing.admit(ada, vouchedForBy: issued.id, by: .device, on: SessionClient()) {
            _, _ in
            true
        }
        let stranger = try await issuing.issueSession(admission, on: SessionClient())
        await #expect(throws: AccountRenamingError.notProved) {
            try await client(token: stranger.grant.accessToken).renaming.rename(to: "Eve")
        }
        #expect(try await server.accounts.account(ada.id) == ada)
        #expect(try await client(token: issued.grant.accessToken).renaming.rename(to: "Ada L.").name == "Ada L.")
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
