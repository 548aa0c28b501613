import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import MailedProofsAPI
import MailedProofsServiceAPI
import SQLStoreAPI
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
            case .accepted(let owner, _) = try await passwords.authenticate(email: user.email, password: password),
            owner.id == id
        else {
            refused(of: id, because: "wrong password", from: origin)
            return .wrongPassword
        }
        return try await confirm(.link(token, of: nil), from: origin)
    }

    /// Confirms by a code, where nobody is in the account.
    ///
    /// A wrong password and an address without an account are as good as a code
    /// that was never sent, so that the answer and the work are the same (D2).
    func confirm(
        _ code: MailedCode, of email: EmailAddress, password: Secret, from origin: RequestOrigin
    ) async throws -> Verdict {
        let subject =
            switch try await passwords.authenticate(email: email, password: password) {
            case .accepted(let user, _): user.id
            case .rejected: UserID(UUID())
            }
        return try await confirm(.code(code, of: subject), from: origin)
    }

    /// What a link would prove now; it can be used still.
    func examine(_ token: MailedToken) async throws -> MailedProofOutcome {
        try await proofs.examine(token, for: kind)
    }

    // MARK: By a member

    /// Confirms what somebody sent who is in the account, or knows its password.
    func confirm(
        _ proof: PresentedProof, from origin: RequestOrigin
    ) async throws -> Verdict {
        // One transaction, so that no proof is used up for nothing.
        let (outcome, verified) = try await database.write { db -> (MailedProofOutcome, AddressVerification?) in
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
