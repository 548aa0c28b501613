import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// Another address for an account.
struct AddressTests {
    private let ada = EmailAddress("Ada@example.com")!, new = EmailAddress("Ada@Example.net")!
    private let password = Secret("correct horse")
    private let spy = AccountObserverSpy()

    private func replace(
        _ id: UserID, with address: AccountAddress, _ server: RunningAccounts
    ) async throws -> AddressReplacement? {
        let replacement = try await server.database.write { db in
            try server.addresses.replaceAddress(of: id, with: address, in: db)
        }
        if let replacement { await server.addresses.announce(replacement) }
        return replacement
    }

    @Test(.requirement("DATA-02")) func theNewAddressFindsTheAccountAndTheOldOneDoesNot() async throws {
        let server = try await RunningAccounts(observers: [spy])
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        let session = try await server.server.issuing.issueSession(for: user, on: SessionClient())
        let replacement = try #require(try await replace(user.id, with: AccountAddress(new), server))
        #expect(replacement.before == user && replacement.address == AccountAddress(ada))
        let after = try #require(try await server.accounts.account(user.id))
        #expect(replacement.user == after && after.isVerified && after.email.description == "Ada@Example.net")
        #expect(try await server.accounts.account(email: ada) == nil)
        #expect(try await server.accounts.account(email: new) == after)
        #expect(try await server.passwords.authenticate(email: new, password: password) != .rejected)
        #expect(spy.recorded == [.created(user), .verified(after), .addressReplaced(after)])
        #expect(spy.observed.suffix(2) == [.verified(after), .addressReplaced(after)])
        let bearer = session.grant.accessToken.withText { "Bearer \($0 ?? "")" }
        let request = ServerRequest.sample(fields: [.authorization: bearer])
        #expect(try await server.server.authentication.requireSession(request).isVerified, "it counts at once")
        // Once more: who has proved one address needs no other event.
        _ = try await replace(user.id, with: replacement.address, server)
        #expect(spy.recorded.count == 4)
        #expect(try await server.accounts.account(user.id)?.email.description == "Ada@example.com")
    }

    @Test(.requirement("DATA-02")) func whatSomebodyElseHasIsNotGiven() async throws {
        let server = try await RunningAccounts(observers: [spy])
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        _ = try await server.accounts.createAccount(name: "Ben", email: new, password: password)
        for spelling in ["ada@example.net", "ADA@EXAMPLE.NET"] {
            let email = try #require(EmailAddress(spelling))
            #expect(try await replace(user.id, with: AccountAddress(email), server) == nil)
        }
        #expect(try await replace(UserID(UUID()), with: AccountAddress(ada), server) == nil)
        #expect(try await server.accounts.account(user.id) == user && spy.recorded.count == 2)
        // Its own in another spelling is free.
        let email = try #require(EmailAddress("ada@example.com"))
        #expect(
            try await replace(user.id, with: AccountAddress(email), server)?.user.email.description == "ada@example.com"
        )
    }

    @Test(.requirement("DATA-02")) func whatIsKeptForSomebodyIsTheirsAlone() async throws {
        let owner = UserID(UUID()), kept = Kept(owner: owner, canonical: new.canonical)
        let server = try await RunningAccounts(keepers: { [kept] })
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        #expect(try await replace(user.id, with: AccountAddress(new), server) == nil)
        await #expect(throws: AccountsError.emailTaken) {
            try await server.accounts.createAccount(name: "Ben", email: new, password: password)
        }
        let (vouched, found) = try await server.database.write { db in
            (
                try server.accounts.createAccount(as: UserID(UUID()), name: "Ben", email: new, in: db),
                [try server.addresses.owner(of: new, in: db), try server.addresses.owner(of: ada, in: db)]
            )
        }
        #expect(vouched == nil && found == [owner, user.id])
        #expect(try await server.accounts.account(email: new) == nil, "nobody is found by it")
        kept.owner.withLock { $0 = user.id }
        #expect(try await replace(user.id, with: AccountAddress(new), server)?.user.email == new)
    }
}

private struct Kept: AddressKeeping {
    let owner: Locked<UserID>
    let canonical: String

    init(owner: UserID, canonical: String) {
        self.owner = Locked(owner)
        self.canonical = canonical
    }

    var migrations: [Migration] { [] }

    func keeper(of address: AccountAddress, at now: Date, in transaction: any SQLReading) throws -> UserID? {
        address.canonical == canonical ? owner.current : nil
    }

    func keptAddress(for id: UserID, at now: Date, in transaction: any SQLReading) throws -> KeptAddress? { nil }
}
