import AccountsServiceTesting
import CoreModels
import ExternalProvidersContract
import ExternalProvidersTesting
import FoundationEssentials
import HTTPTypes
import KernelTesting
import Testing

/// What an operator took out of the configuration lets nobody in.
struct LostProviderTests {
    private typealias Contract = ExternalProvidersContract

    /// Somebody who came by the provider that is there, and has a link of one that was.
    private func stage() async throws -> (server: ProviderServerSuite, token: Secret, user: UserID) {
        let server = try await ProviderServerSuite()
        let outcome = try await server.signIn().decode(Contract.Outcome.self)
        let user = try #require(outcome.user).id
        try await server.addLostLink(to: user)
        return (server, try #require(outcome.token).accessToken, user)
    }

    private func ways(_ server: ProviderServerSuite, _ token: Secret) async throws -> Contract.Ways {
        try await server.send(.get, Contract.waysPath, by: token).decode(Contract.Ways.self)
    }

    private func unlink(
        _ link: Contract.Link, _ server: ProviderServerSuite, _ token: Secret
    ) async throws -> ProviderServerSuite.Reply {
        try await server.send(.delete, Contract.wayPath(of: link.id), by: token)
    }

    @Test(.requirement("EXT-10", "EXTERNALPROVIDERS-03")) func theLastWayThatLeadsInStays() async throws {
        let (server, token, user) = try await stage(), ways = try await ways(server, token)
        #expect(ways.links.map(\.leadsIn) == [true, false] && ways.links.map(\.title) == ["Acme", "gone"])
        #expect(ways.others == 0 && ways.isChangeable == true)
        let kept = try await unlink(ways.links[0], server, token)
        #expect(kept.status == .conflict && kept.code == "last_way_in")
        // The other one is nobody's way in, and can go.
        #expect(try await unlink(ways.links[1], server, token).status == .noContent)
        #expect(try await unlink(ways.links[0], server, token).code == "last_way_in")
        #expect(try await server.signIn().decode(Contract.Outcome.self).user?.id == user)
    }

    @Test(.requirement("EXT-12", "EXTERNALPROVIDERS-04")) func whoLoggedInLongAgoIsToldSoBeforeTheyGo() async throws {
        let (server, token, _) = try await stage()
        server.accounts.date.advance(by: .seconds(301))
        #expect(try await ways(server, token).isChangeable == false)
    }
}
