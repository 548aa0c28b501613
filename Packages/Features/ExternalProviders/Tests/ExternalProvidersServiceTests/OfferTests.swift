import CoreModels
import ExternalProvidersContract
import ExternalProvidersTesting
import FoundationEssentials
import HTTPTypes
import KernelTesting
import Testing

/// Whose offers to link are, on devices that people share.
struct OfferTests {
    private func offer(
        _ server: ProviderServerSuite, by token: Secret? = nil
    ) async throws -> ExternalProvidersContract.Offer {
        try #require(try await server.signIn(by: token).decode(ExternalProvidersContract.Outcome.self).offer)
    }

    private func accept(
        _ server: ProviderServerSuite, _ attempt: Secret, by token: Secret
    ) async throws -> ProviderServerSuite.Reply {
        try await server.send(
            .post, ExternalProvidersContract.waysPath, ExternalProvidersContract.Acceptance(attempt: attempt), by: token
        )
    }

    @Test(.requirement("EXT-05", "EXT-12", "EXTERNALPROVIDERS-02")) func whatCameToWhoWasLoggedInIsTheirs() async throws
    {
        let server = try await ProviderServerSuite()
        let (_, quentin) = try await server.register("quentin@example.org")
        let (_, petra) = try await server.register("petra@example.org")
        let left = try await offer(server, by: quentin)
        let taken = try await accept(server, left.attempt, by: petra)
        #expect(taken.status == .gone && taken.code == "attempt_over")
        #expect(try await accept(server, left.attempt, by: quentin).code == "attempt_over", "it counts once")
        #expect(try await server.counts()[1] == 0)
        #expect(try await accept(server, offer(server, by: quentin).attempt, by: quentin).status == .created)
    }

    @Test(.requirement("EXT-05", "EXTERNALPROVIDERS-02")) func whatCameToAStrangerIsForTheAccountWithItsAddress()
        async throws
    {
        let server = try await ProviderServerSuite()
        let (ana, owner) = try await server.register("ana@example.com")
        let (_, petra) = try await server.register("petra@example.org")
        #expect(try await accept(server, offer(server).attempt, by: petra).code == "attempt_over")
        #expect(try await server.counts()[1] == 0)
        #expect(try await accept(server, offer(server).attempt, by: owner).status == .created)
        #expect(try await server.signIn().decode(ExternalProvidersContract.Outcome.self).user?.id == ana.id)
    }
}
