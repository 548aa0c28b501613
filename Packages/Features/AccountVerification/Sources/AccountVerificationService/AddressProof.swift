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
        /// The link counts, and the password isn't that of its account.
        case wrongPassword
    }

    // MARK: With a browser

    /// Confirms by a link that was opened in a browser, where nobody is logged in.
    ///
    /// That somebody reads the mail of the address doesn't tell that they made
    /// the account: a stranger may have, and would write under the owner's address
    /// as soon as the owner presses a button. Who made it knows the password.
    func confirm(
        _ token: MailedToken, password: Secret, from origin: RequestOrigin
    ) async throws -> Verdict {
        let outcome = try await proofs.examine(token, for: kind)
        if case .proved(let id, _) = outcome {
            guard let user = try await accounts.account(id),
                case .accepted(let owner, _) = try await passwords.authenticate(email: user.email, password: password),
                owner.id == id
            else {
                log.notice("verification refused", ["user": id, "reason": "wrong password"])
                return .wrongPassword
            }
        }
        return try await confirm(.link(token, of: nil), by: .member, from: origin)
    }

    /// Confirms by a code that was typed in a browser.
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
        return try await confirm(.code(code, of: subject), by: .member, from: origin)
    }

    // MARK: With the program

    func confirm(
        _ proof: PresentedProof, by prover: AddressProver, from origin: RequestOrigin
    ) async throws -> Verdict {
        let log = log.with(["peer": origin.address, "agent": origin.agent])
        // One transaction, so that no proof is used up for nothing.
        let (outcome, verified) = try await database.write { db -> (MailedProofOutcome, AddressVerification?) in
            let outcome = try proofs.redeem(proof, for: kind, in: db)
            guard case .proved(let id, let email) = outcome else { return (outcome, nil) }
            return (outcome, try verification.markVerified(id, email: email, by: prover, in: db))
        }
        guard let verified else {
            guard case .proved(let id, _) = outcome else {
                log.notice("verification refused", ["user": proof.user, "reason": outcome.name])
                return .refused(outcome)
            }
            // The account has another address by now.
            log.notice("verification refused", ["user": id, "reason": "another address"])
            return .refused(.unknown)
        }
        await verification.announce(verified)
        log.info("address confirmed", ["user": verified.user.id])
        return .confirmed(verified.user)
    }

    /// Whose code it is that somebody types who isn't logged in.
    ///
    /// An address without an account is as good as somebody who was never sent
    /// a code, so that the answer and the work are the same (D2).
    func subject(_ email: EmailAddress, else nobody: UserID) async throws -> UserID {
        try await accounts.identifier(email: email) ?? nobody
    }
}

extension PresentedProof {
    /// Whether only this person's proof counts.
    func isFor(_ person: UserID) -> Bool { user == person }

    fileprivate var user: UserID? {
        switch self {
        case .code(_, let user): user
        case .link(_, let user): user
        }
    }
}
