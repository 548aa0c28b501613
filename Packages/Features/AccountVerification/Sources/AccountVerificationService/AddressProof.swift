import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import MailedProofsAPI
import MailedProofsServiceAPI
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Uses proofs up and marks accounts as verified.
struct AddressProof: Sendable {
    let kind: MailedProofKind
    let proofs: any MailedProving
    let database: any SQLDatabase
    let accounts: any AccountReading
    let verification: any AddressProofRecording
    let passwords: any PasswordAuthenticating
    let log: Logger

    /// What becomes of a proof.
    enum Verdict: Sendable {
        case confirmed(User)
        /// Never `proved`.
        case refused(MailedProofOutcome)
        /// The link counts, and the password of its account is missing.
        case passwordNeeded
        /// The link counts, and the password isn't that of its account.
        case wrongPassword
    }

    // MARK: With the password

    /// Confirms by a link, where nobody is in the account.
    ///
    /// That somebody reads the mail of the address doesn't tell that they made
    /// the account: a stranger may have, and would write under the owner's address
    /// as soon as the owner presses a button. Who made it knows the password.
    func confirm(
        _ token: MailedToken, password: Secret?, from origin: RequestOrigin
    ) async throws -> Verdict {
        let outcome = try await examine(token)
        // What confirms nothing needs no password.
        guard case .proved(let id, _) = outcome else {
            refused(of: nil, because: outcome.name, from: origin)
            return .refused(outcome)
        }
        guard let password else { return .passwordNeeded }
        guard let user = try await accounts.account(id),
            case .accepted(let owner, let count) = try await passwords.authenticate(
                email: user.email, password: password),
            owner.id == id
        else {
            refused(of: id, because: "wrong password", from: origin)
            return .wrongPassword
        }
        return try await confirm(.link(token, of: nil), from: origin, while: .password(of: id, replaced: count))
    }

    /// Confirms by a code, where nobody is in the account.
    ///
    /// A wrong password and an address without an account are as good as a code
    /// that was never sent, so that the answer and the work are the same (D2). So is
    /// a code that was used or is too old: else whoever knows one tries passwords with it,
    /// of which no lockout knows.
    func confirm(
        _ code: MailedCode, of email: EmailAddress, password: Secret, from origin: RequestOrigin
    ) async throws -> Verdict {
        let verdict: Verdict
        switch try await passwords.authenticate(email: email, password: password) {
        case .accepted(let user, let count):
            verdict = try await confirm(
                .code(code, of: user.id), from: origin, while: .password(of: user.id, replaced: count))
        case .rejected: verdict = try await confirm(.code(code, of: UserID(UUID())), from: origin, while: .always)
        }
        guard case .refused = verdict else { return verdict }
        return .refused(.unknown)
    }

    /// What a link would prove now; it can be used still.
    func examine(_ token: MailedToken) async throws -> MailedProofOutcome {
        try await proofs.examine(token, for: kind)
    }

    // MARK: By a member

    /// What has to hold still in the transaction that uses a proof up.
    enum Condition: Sendable {
        case always
        /// The session of a member runs.
        case session(SessionStanding)
        /// The password that was right is the account's.
        case password(of: UserID, replaced: Int)
    }

    /// Confirms what somebody sent who is in the account, or knows its password.
    func confirm(
        _ proof: PresentedProof, from origin: RequestOrigin, while condition: Condition
    ) async throws -> Verdict {
        // One transaction, so that no proof is used up for nothing.
        let (outcome, verified) = try await database.write { db -> (MailedProofOutcome, AddressVerification?) in
            try check(condition, in: db)
            let outcome = try proofs.redeem(proof, for: kind, in: db)
            guard case .proved(let id, let email) = outcome else { return (outcome, nil) }
            return (outcome, try verification.markVerified(id, email: email, by: .member, in: db))
        }
        guard let verified else {
            guard case .proved(let id, _) = outcome else {
                refused(of: proof.user, because: outcome.name, from: origin)
                return .refused(outcome)
            }
            // The account has another address by now.
            refused(of: id, because: "another address", from: origin)
            return .refused(.unknown)
        }
        await verification.announce(verified)
        log.with(origin).info("address confirmed", ["user": verified.user.id])
        return .confirmed(verified.user)
    }

    private func check(_ condition: Condition, in db: any SQLReading) throws {
        switch condition {
        case .always: break
        case .session(let standing): try standing.check(in: db)
        case .password(let id, let count):
            // Who set another one has the account, and did so by mail or in a session.
            guard try passwords.isPasswordReplaced(exactly: count, of: id, in: db) else {
                throw HTTPProblem.authenticationRequired()
            }
        }
    }

    private func refused(of person: UserID?, because reason: String, from origin: RequestOrigin) {
        log.with(origin).notice("verification refused", ["user": person, "reason": reason])
    }
}

extension Logger {
    fileprivate func with(_ origin: RequestOrigin) -> Logger {
        with(["peer": origin.address, "agent": origin.agent])
    }
}

extension PresentedProof {
    fileprivate var user: UserID? {
        switch self {
        case .code(_, let user): user
        case .link(_, let user): user
        }
    }
}
