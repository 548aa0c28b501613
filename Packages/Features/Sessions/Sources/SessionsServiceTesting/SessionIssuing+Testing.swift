public import CoreModels
public import FoundationEssentials
import Locking
public import SQLStoreAPI
public import SessionsServiceAPI

extension SessionIssuing {
    /// Begins a session of somebody whom the gate let in by the password.
    public func issueSession(
        for user: User, confirmedBy factor: AuthenticationMethod? = nil, on client: SessionClient,
        provided condition: @escaping @Sendable (any SQLReading) throws -> Bool = { _ in true }
    ) async throws(SessionsError) -> IssuedSession {
        try await issueSession(
            Admission(user, by: .password, confirmedBy: factor, provided: { try condition($1) }), on: client)
    }
}

/// Says of accounts what a test says.
public struct AccountStatesStub: AccountStateKnowing {
    private let states: @Sendable (User) -> Set<AccountState>

    /// Creates a stub.
    public init(_ states: @escaping @Sendable (User) -> Set<AccountState>) {
        self.states = states
    }

    /// Those that the test says.
    public func states(of user: User, in transaction: any SQLReading) throws -> Set<AccountState> { states(user) }
}

extension AccountStatesStub {
    /// Addresses have to be proved before anybody gets in.
    public static let proofRequired = AccountStatesStub { $0.isVerified ? [] : [.unverified] }
}

/// Says that people have asked for the deletion of their accounts, once a test does.
public final class DeletionAskedStub: AccountStateKnowing {
    private let date = Locked<Date?>(nil)

    /// Creates a stub by which nobody has.
    public init() {}

    /// Everybody asks for it at this time.
    public func ask(at date: Date) { self.date.withLock { $0 = date } }

    /// `closing`, once it is asked for.
    public func states(of user: User, in transaction: any SQLReading) throws -> Set<AccountState> {
        date.current == nil ? [] : [.closing]
    }

    /// What was before that.
    public func voidsSteps(of user: User, begunAt date: Date, in transaction: any SQLReading) throws -> Bool {
        self.date.current.map { date < $0 } ?? false
    }
}
