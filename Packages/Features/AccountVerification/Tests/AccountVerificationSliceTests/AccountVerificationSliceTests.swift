import AccountVerificationAPI
import AccountVerificationClient
import AccountVerificationServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingLoopback
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import MailTesting
import PluginKit
import SessionsAPI
import SessionsTesting
import Testing

/// The client against the real server, without a socket.
struct AccountVerificationSliceTests {
    private let server: RunningVerification
    private let transport: LoopbackTransport
    private let user: User
    private let token: Secret
    private let store: InMemorySessionStore

    init() async throws {
        server = try await RunningVerification(codeLifetime: .seconds(120))
        transport = LoopbackTransport(to: try Router(routes: server.routes, observer: RequestObserverSpy()))
        (user, token) = try await server.register()
        store = InMemorySessionStore(.sample(user: user))
    }

    private func client(_ token: Secret?) throws -> any AddressConfirming {
        let transport = transport
        let bearing = HTTPTransportStub { request throws(HTTPTransportError) in
            var request = request
            request.fields[.authorization] = token?.withText { "Bearer \($0 ?? "")" }
            return try await transport.send(request)
        }
        let address = try #require(ServerAddress("http://localhost:8080"))
        return AccountVerificationClientPlugin.assemble(
            .init(server: ServerClient(address: address, transport: bearing), sessions: store, lock: store)
        ).exports.confirmation
    }

    private var code: String {
        get throws { try #require(server.lastCode()) }
    }

    @Test(.requirement("VERIFY-01", "VERIFY-02", "VERIFY-09")) func theMailedCodeConfirmsTheAddress() async throws {
        let confirmed = try await client(token).confirm(code: code)
        #expect(confirmed.isVerified && confirmed.id == user.id)
        #expect(store.session?.user == confirmed)
    }

    @Test(.requirement("VERIFY-07")) func whyACodeConfirmsNothingReachesThePerson() async throws {
        let client = try client(token), code = try code
        let wrong = (code.first == "0" ? "1" : "0") + code.dropFirst()
        await #expect(throws: AddressConfirmationError.wrongCode) { try await client.confirm(code: wrong) }
        _ = try await client.confirm(code: code)
        await #expect(throws: AddressConfirmationError.usedCode) { try await client.confirm(code: code) }
    }

    @Test(.requirement("VERIFY-07")) func aCodeThatIsTooOldReachesThePerson() async throws {
        let client = try client(token), code = try code
        server.date.advance(by: .seconds(120))
        await #expect(throws: AddressConfirmationError.expiredCode) { try await client.confirm(code: code) }
    }

    @Test(.requirement("VERIFY-06")) func anotherMessageBringsAnotherCode() async throws {
        let old = try code
        server.date.advance(by: .seconds(60))
        let client = try client(token)
        #expect(try await client.resend() == .asked)
        #expect(try code != old)
        #expect(try await client.resend() == .tooSoon, "whose account it is may know")
        await #expect(throws: AddressConfirmationError.wrongCode) { try await client.confirm(code: old) }
        #expect(try await client.confirm(code: code).isVerified)
    }

    @Test func whoIsNotLoggedInIsToldSo() async throws {
        await #expect(throws: AddressConfirmationError.notLoggedIn) { try await client(nil).confirm(code: code) }
        await #expect(throws: AddressConfirmationError.notLoggedIn) { try await client(Secret("x")).resend() }
    }
}
