import AccountsServiceAPI
import CoreModels
import HTTPServingAPI
import HTTPTypes
import MailedProofsServiceAPI
import SQLStoreAPI
import TelemetryAPI

/// Uses proofs up and marks accounts as verified.
struct AddressProof: Sendable {
    let kind: MailedProofKind
    let proofs: any MailedProving
    let database: any SQLDatabase
    let accounts: any AccountReading
    let verification: any AccountVerifying
    let log: Logger

    /// What becomes of a proof.
    enum Verdict: Sendable {
        case confirmed(User)
        /// Never `proved`.
        case refused(MailedProofOutcome)
    }

    func confirm(_ proof: PresentedProof, from request: ServerRequest) async throws -> Verdict {
        let log = log.with(["peer": "\(request.peer.ip)", "agent": request.fields[.userAgent]])
        let outcome = try await database.write { db in try proofs.redeem(proof, for: kind, in: db) }
        guard case .proved(let id, let email) = outcome else {
            log.notice("verification refused", ["user": proof.user, "reason": outcome.name])
            return .refused(outcome)
        }
        do throws(AccountsError) {
            let user = try await verification.markVerified(id, email: email)
            log.info("address confirmed", ["user": user.id])
            return .confirmed(user)
        } catch .unknownAccount {
            // The account has another address by now.
            log.notice("verification refused", ["user": id, "reason": "another address"])
            return .refused(.unknown)
        }
    }

    /// Whose code it is that somebody types who isn't logged in.
    ///
    /// An address without an account is as good as somebody who was never sent
    /// a code, so that the answer and the work are the same (D2).
    func subject(_ email: EmailAddress, else nobody: UserID) async throws -> UserID {
        try await accounts.account(email: email)?.id ?? nobody
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
