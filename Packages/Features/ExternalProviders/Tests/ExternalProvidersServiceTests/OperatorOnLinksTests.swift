import AccountsServiceTesting
import CoreModels
import ExternalProvidersService
import FoundationEssentials
import KernelTesting
import PluginKit
import SQLStoreAPI
import SessionsServiceAPI
import Testing

/// What becomes of links when an operator takes an address as proved.
struct OperatorOnLinksTests {
    @Test("The oldest link stays, and no other", .requirement("EXT-10", "OPS-06"))
    func theOldestLinkStays() async throws {
        let server = try await ProviderServerSuite(), now = server.accounts.date.value
        let user = UserID(UUID()), bob = UserID(UUID()), ids = (0..<4).map { _ in "\(UUID())".lowercased() }
        let follower = try #require(
            ExternalProvidersServicePlugin.declarations.values(of: OperatorActFollowers.self).first)
        let database = server.accounts.database
        try await database.write { db in
            // The second is the oldest; the last is another person's.
            for (index, seconds) in [60.0, 0, 120, 180].enumerated() {
                try db.run(
                    """
                    INSERT INTO provider_links (id, user_id, issuer, subject, provider, email, linked_at)
                    VALUES (\(ids[index]), \(index < 3 ? user : bob), 'https://a.example', \(ids[index]), 'acme', 'a@b.example',
                        \(now.addingTimeInterval(seconds)))
                    """)
            }
        }
        for (act, left) in [(OperatorAct.released, Set(ids)), (.tookAddressAsProved, [ids[1], ids[3]])] {
            #expect(try await database.write { db in try follower.follow(act, user, now, db) } == 0)
            let found = try await database.read { db in try db.values("SELECT id FROM provider_links", as: String.self)
            }
            #expect(Set(found) == left)
        }
    }
}
