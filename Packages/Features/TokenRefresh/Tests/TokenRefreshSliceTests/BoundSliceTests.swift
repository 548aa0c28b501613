import CoreModels
import FoundationEssentials
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import ProofOfPossessionAPI
import ProofOfPossessionTesting
import SessionsAPI
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

/// A session that is bound to the key of the real client.
struct BoundSliceTests {
    private let slice: Slice
    private let proving: ProvingClient
    private let client: any HTTPTransport

    init() async throws {
        slice = try await Slice()
        proving = try ProvingClient(
            server: Slice.address, transport: slice.loopback, now: slice.server.date.now)
        await proving.keys.prepareKey()
        client = slice.start(over: proving.transport)
        let key = try await proving.transport.send(HTTPRequest(method: .post, url: Slice.address.url(path: "/key")))
        let bound = SessionClient(keyThumbprint: String(decoding: key.body, as: UTF8.self))
        let grant = try await slice.server.issuing.issueSession(for: slice.user, on: bound).grant
        #expect(grant.tokenType == "DPoP")
        try await slice.store.save(
            StoredSession(user: slice.user, grant: grant, receivedAt: slice.server.date.bootTime()))
    }

    @Test(.requirement("D16", "TOKEN-14")) func goesOnForDays() async throws {
        for _ in 0..<10 {
            #expect(try await slice.whoAmI(client) == "\(slice.user.id)")
            slice.server.date.advance(by: .seconds(86_400))
        }
        #expect(slice.store.session?.grant.tokenType == "DPoP")
    }

    @Test(.requirement("D16")) func isWorthNothingToAClientWithoutTheKey() async throws {
        let thief = slice.start()
        #expect(try await slice.whoAmI(thief) == "401")
        slice.server.date.advance(by: .seconds(400))
        #expect(try await slice.whoAmI(thief) == "401")
        #expect(slice.ends.ends.isEmpty, "only invalid_grant ends a session")
        #expect(try await slice.whoAmI(client) == "\(slice.user.id)", "nor did the thief end it")
    }

    @Test(.requirement("D16")) func isWorthNothingToAClientWithAnotherKey() async throws {
        let other = try ProvingClient(
            server: Slice.address, transport: slice.loopback, now: slice.server.date.now)
        await other.keys.prepareKey()
        #expect(try await slice.whoAmI(slice.start(over: other.transport)) == "401")
        #expect(try await slice.whoAmI(client) == "\(slice.user.id)")
        #expect(slice.ends.ends.isEmpty)
    }
}
