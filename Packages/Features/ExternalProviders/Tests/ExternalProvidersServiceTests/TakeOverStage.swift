import AccountsServiceTesting
import CoreModels
import ExternalProvidersContract
import ExternalProvidersTesting
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import Testing

extension TakeOverTests {
    /// Ana has an account with a password, linked with `subject-1`; Mallory has one, too,
    /// linked with nothing, and an account at the same provider.
    struct Stage {
        let server: ProviderServerSuite
        let ana: (user: User, token: Secret)
        let mallory: (user: User, token: Secret)

        init() async throws {
            server = try await ProviderServerSuite()
            ana = try await server.register("ana@example.com")
            mallory = try await server.register("mallory@example.org")
            let offer = try #require(
                try await server.signIn(by: ana.token).decode(ExternalProvidersContract.Outcome.self).offer)
            _ = try await server.send(
                .post, ExternalProvidersContract.waysPath,
                ExternalProvidersContract.Acceptance(attempt: offer.attempt), by: ana.token)
        }

        /// What Mallory's provider says, with changes.
        func says(_ changes: [String: ScriptedProvider.Value], without left: Set<String> = []) {
            server.provider.says {
                $0.claims = ["sub": .text("mallory"), "email": .text("ana@example.com")].merging(changes) { $1 }
                $0.leavesOut = left
            }
        }

        /// What came of it, in a word.
        func result(_ reply: ProviderServerSuite.Reply) throws -> String {
            if let code = reply.code { return code }
            if reply.status == .created { return "linked with their own" }
            let outcome = try reply.decode(ExternalProvidersContract.Outcome.self)
            if let offer = outcome.offer { return offer.isKnown ? "has to log in to it" : "may link their own" }
            return outcome.user?.id == ana.user.id ? "TAKEN OVER" : "in their own"
        }

        func signIn(by token: Secret? = nil) async throws -> String { try result(await server.signIn(by: token)) }

        func offer() async throws -> Secret {
            let outcome = try await server.signIn().decode(ExternalProvidersContract.Outcome.self)
            return try #require(outcome.offer?.attempt)
        }

        func take(_ offer: Secret, by token: Secret?) async throws -> String {
            try result(
                await server.send(
                    .post, ExternalProvidersContract.waysPath,
                    ExternalProvidersContract.Acceptance(attempt: offer), by: token))
        }

        /// All that would let somebody into Ana's account, or that keeps her out.
        func account() async throws -> [String] {
            try await server.accounts.database.read { [ana] db in
                let links = try db.values(
                    "SELECT subject FROM provider_links WHERE user_id = \(ana.user.id) ORDER BY subject",
                    as: String.self)
                let sessions = try db.values(
                    "SELECT id FROM sessions WHERE user_id = \(ana.user.id) AND ended_at IS NULL ORDER BY id",
                    as: String.self)
                return links + sessions
            }
        }
    }
}
