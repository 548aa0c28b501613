import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceTesting
import Testing

struct CreatingTests {
    private let ada = EmailAddress("Ada@Example.com")!
    private let password = Secret("a password of some length")

    @Test(.requirement("REG-12")) func makesAnAccountThatIsNotVerified() async throws {
        let server = try await RunningAccounts()
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        #expect(user.name == "Ada" && user.email.description == "Ada@Example.com")
        #expect(!user.isVerified)
        #expect(user.createdAt == server.date.value)
        #expect(try await server.accounts.account(user.id) == user)
        #expect(try await server.accounts.account(email: EmailAddress("ada@example.com")!) == user)
        #expect(try await server.accounts.account(UserID(UUID())) == nil)
    }

    @Test func anAccountReadsBackAsItWasReturnedToTheMillisecond() async throws {
        let server = try await RunningAccounts(
            date: ManualDate(Date(timeIntervalSince1970: 1_700_000_000.123456)))
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        #expect(try await server.accounts.account(user.id) == user)
    }

    @Test(arguments: ["Ada@Example.com", "ada@example.com", "ADA@EXAMPLE.COM", " ada@example.com "])
    func anAddressIsTakenWhateverItsCase(text: String) async throws {
        let server = try await RunningAccounts()
        _ = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        let again = try #require(EmailAddress(text))
        await #expect(throws: AccountsError.emailTaken) {
            try await server.accounts.createAccount(name: "Eve", email: again, password: password)
        }
    }

    @Test func ofManyAtOnceExactlyOneGetsTheAddress() async throws {
        let server = try await RunningAccounts()
        let outcomes = await withTaskGroup(of: Result<User, AccountsError>.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    do throws(AccountsError) {
                        return .success(
                            try await server.accounts.createAccount(name: "Ada", email: ada, password: password))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { (try? $0.get()) != nil } == 1)
        #expect(outcomes.count { $0 == .failure(.emailTaken) } == 15)
    }

    @Test(arguments: ["'; DROP TABLE accounts; --", "Zoë \u{1F980}", "O'Brien", "<b>x</b>"])
    func namesAreKeptAsTheyAre(name: String) async throws {
        let server = try await RunningAccounts()
        let user = try await server.accounts.createAccount(name: name, email: ada, password: password)
        #expect(try await server.accounts.account(user.id)?.name == name)
    }

    @Test func tellsObserversWithinAndAfterTheTransaction() async throws {
        let spy = AccountObserverSpy()
        let server = try await RunningAccounts(observers: [spy])
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        #expect(spy.recorded == [.created(user)])
        #expect(spy.observed == [.created(user)])
    }

    @Test func anObserverThatFailsUndoesTheAccount() async throws {
        let spy = AccountObserverSpy()
        let server = try await RunningAccounts(observers: [spy])
        spy.refuse()
        await #expect(throws: AccountsError.self) {
            try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        }
        #expect(try await server.accounts.account(email: ada) == nil)
        #expect(spy.observed.isEmpty)
    }

    @Test func aFullDiskIsAnErrorAndNoAccount() async throws {
        let server = try await RunningAccounts()
        try await server.server.store.fillDisk()
        await #expect {
            for number in 0..<500 {
                _ = try await server.accounts.createAccount(
                    name: "Ada", email: EmailAddress("ada\(number)@example.com")!, password: password)
            }
        } throws: { error in
            guard case AccountsError.unavailable? = error as? AccountsError else { return false }
            return true
        }
    }
}
