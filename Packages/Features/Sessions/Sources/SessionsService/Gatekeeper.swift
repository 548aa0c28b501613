import CoreModels
import HTTPServingAPI
import SQLStoreAPI
import SessionsServiceAPI

/// Stands at the ``Gate``: asks what is known of an account, and has the second
/// factor asked for.
struct Gatekeeper: Sendable {
    let database: any SQLDatabase
    let knowing: @Sendable () -> [any AccountStateKnowing]
    let askers: @Sendable () -> [any SecondFactorAsking]

    func admit(
        _ user: User, by way: WayIn, confirmedBy factor: AuthenticationMethod?, from origin: SessionOrigin?,
        on client: SessionClient, provided condition: @escaping @Sendable (any SQLWriting) throws -> Bool
    ) async throws -> Admission {
        let found = try await database.read { db in try states(of: user, in: db) }
        let verdict = Gate.verdict(on: way, confirmedBy: factor, found)
        switch verdict.ruling {
        case .open: return Admission(user, by: way, confirmedBy: factor, from: origin, provided: condition)
        case .closed: throw SessionsError.notAdmitted(verdict.state?.problem ?? .forbidden)
        case .asksForFactor:
            guard let asker = askers().first else { throw SessionsError.notAdmitted(.forbidden) }
            guard
                let problem = try await asker.askForFactor(
                    user, after: way, from: origin, on: client, provided: condition)
            else { throw SessionsError.overtaken }
            throw SessionsError.notAdmitted(problem)
        }
    }

    /// Whether who was admitted would be admitted in this transaction.
    func isOpen(to admission: Admission, in db: any SQLReading) throws -> Bool {
        let found = try states(of: admission.user, in: db)
        return Gate.verdict(on: admission.way, confirmedBy: admission.factor, found).ruling == .open
    }

    private func states(of user: User, in db: any SQLReading) throws -> Set<AccountState> {
        try knowing().reduce(into: []) { try $0.formUnion($1.states(of: user, in: db)) }
    }
}

extension AccountState {
    /// What a person is told whom it keeps out.
    fileprivate var problem: HTTPProblem {
        switch self {
        case .unverified: .emailNotVerified
        case .protected: .forbidden
        }
    }
}
