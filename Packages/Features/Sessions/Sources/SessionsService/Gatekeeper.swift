import CoreModels
import FoundationEssentials
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
        on client: SessionClient, since begun: Date,
        provided condition: @escaping @Sendable (any SQLWriting) throws -> Bool
    ) async throws -> Admission {
        let found = try await database.read { db in try states(of: user, in: db) }
        let verdict = Gate.verdict(on: way, confirmed: factor != nil, found)
        switch verdict.ruling {
        case .open:
            return Admission(user, by: way, confirmedBy: factor, from: origin, since: begun) { _, db in
                try condition(db)
            }
        case .closed: throw SessionsError.notAdmitted(verdict.state?.problem(on: way) ?? .forbidden)
        case .asksForFactor:
            guard let asker = askers().first else { throw SessionsError.notAdmitted(.forbidden) }
            guard
                let problem = try await asker.askForFactor(
                    user, after: way, from: origin, on: client,
                    provided: { db in try !isVoid(user, since: begun, in: db) && condition(db) })
            else { throw SessionsError.overtaken }
            throw SessionsError.notAdmitted(problem)
        }
    }

    func admit(
        _ user: User, vouchedForBy session: SessionID, by way: WayIn,
        provided condition: @escaping @Sendable (SessionID, any SQLWriting) throws -> Bool
    ) async throws -> Admission {
        let (voucher, found) = try await database.read { db in
            (try SessionRow.voucher(session, of: user.id, in: db), try states(of: user, in: db))
        }
        guard let voucher else { throw SessionsError.overtaken }
        let proved = voucher.authentication
        let verdict = Gate.verdict(on: way, confirmed: proved.level == .two, found)
        switch verdict.ruling {
        case .open:
            return Admission(user, by: way, proving: proved, from: voucher.origin) { new, db in
                guard try SessionRow.voucher(session, of: user.id, in: db) != nil else { return false }
                return try condition(new, db)
            }
        case .closed: throw SessionsError.notAdmitted(verdict.state?.problem(on: way) ?? .forbidden)
        // It is proved where the person is.
        case .asksForFactor: throw SessionsError.notAdmitted(.insufficientAuthentication(.two))
        }
    }

    /// The states of the account in spite of which who was admitted would be admitted in this
    /// transaction; nil if they wouldn't.
    func passed(by admission: Admission, in db: any SQLReading) throws -> Set<AccountState>? {
        if let begun = admission.begunAt, try isVoid(admission.user, since: begun, in: db) { return nil }
        let found = try states(of: admission.user, in: db)
        return Gate.verdict(on: admission.way, confirmed: admission.isConfirmed, found).ruling == .open ? found : nil
    }

    /// Whether what the person has asked for since takes back what they did then.
    private func isVoid(_ user: User, since begun: Date, in db: any SQLReading) throws -> Bool {
        try knowing().contains { try $0.voidsSteps(of: user, begunAt: begun, in: db) }
    }

    private func states(of user: User, in db: any SQLReading) throws -> Set<AccountState> {
        try knowing().reduce(into: []) { try $0.formUnion($1.states(of: user, in: db)) }
    }
}

extension AccountState {
    /// What a person is told whom it keeps out on a way.
    fileprivate func problem(on way: WayIn) -> HTTPProblem {
        switch self {
        case .unverified: .emailNotVerified
        case .closing where way == .waited: .accountClosing
        case .protected, .closing: .forbidden
        case .suspended: .accountSuspended
        }
    }
}
