import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import LoginServiceAPI
import MailAPI
import MailedProofsAPI
import MailedProofsServiceAPI
import PasswordQuality
import RateLimitingAPI
import SQLStoreAPI
import TelemetryAPI

/// Sets another password for who has a proof.
///
/// Using the proof up, the new password, the end of all sessions and the
/// message of it are one transaction: after a crash all of it holds, or nothing.
struct PasswordReset: Sendable {
    let kind: MailedProofKind
    let proofs: any MailedProving
    let database: any SQLDatabase
    let accounts: any AccountReading
    let passwords: any PasswordReplacing
    let lockout: any LockoutClearing
    let mail: any MailSending
    let now: @Sendable () -> Date
    let log: Logger

    /// What somebody presents: a link; or a code, and the address it was sent
    /// to.
    enum Proof: Sendable {
        case link(MailedToken)
        case code(MailedCode, EmailAddress)
    }

    /// What becomes of it.
    enum Verdict: Sendable {
        case done
        /// The password can't be accepted; the proof counts still.
        case weak(PasswordProblem)
        /// Never `proved`.
        case refused(MailedProofOutcome)
    }

    func reset(_ proof: Proof, to password: Secret, for request: ServerRequest) async throws -> Verdict {
        let log = log.with(["peer": "\(request.peer.ip)", "agent": request.fields[.userAgent]])
        let verdict = try await attempt(proof, password)
        switch verdict {
        case .done: break
        case .weak(let problem): log.info("new password refused", ["reason": problem.code])
        // RECOV-09
        case .refused(let outcome): log.warning("password reset refused", ["reason": outcome.name])
        }
        return verdict
    }

    private func attempt(_ proof: Proof, _ password: Secret) async throws -> Verdict {
        if let problem = Self.problem(of: password, name: "", email: "") { return .weak(problem) }
        let presented = try await presented(proof)
        if case .link(let token, _) = presented {
            // Who has no link may not keep the server busy with hashes.
            let outcome = try await proofs.examine(token, for: kind)
            guard case .proved = outcome else { return .refused(outcome) }
        }
        let prepared = try await passwords.prepare(password)
        do {
            let (outcome, replacement) = try await database.write { db in
                try replace(presented, password, prepared, in: db)
            }
            guard let replacement else { return .refused(outcome) }
            await passwords.announce(replacement)
            await clearLockout(of: replacement.user)
            log.notice("password reset", ["user": replacement.user.id])
            return .done
        } catch let weak as WeakPassword {
            return .weak(weak.problem)
        }
    }

    private func replace(
        _ presented: PresentedProof, _ password: Secret, _ prepared: PreparedPassword, in db: any SQLWriting
    ) throws -> (MailedProofOutcome, PasswordReplacement?) {
        let outcome = try proofs.redeem(presented, for: kind, in: db)
        guard case .proved(let id, let email) = outcome else { return (outcome, nil) }
        guard
            let replacement = try passwords.replacePassword(
                of: id, at: email, with: prepared, keeping: nil, in: db)
        else {
            // The account has another address by now.
            return (.unknown, nil)
        }
        let user = replacement.user
        if let problem = Self.problem(of: password, name: user.name, email: "\(user.email)") {
            // Undoes everything: the proof counts still.
            throw WeakPassword(problem: problem)
        }
        let time = now().formatted(.iso8601)
        try mail.enqueue(
            MailMessage(recipient: user.email, template: .passwordChanged, values: ["time": time]), in: db)
        return (outcome, replacement)
    }

    /// An address without an account is as good as somebody who was never sent
    /// a code, so that the answer and the work are the same (D2).
    private func presented(_ proof: Proof) async throws -> PresentedProof {
        switch proof {
        case .link(let token): .link(token, of: nil)
        case .code(let code, let email):
            .code(code, of: try await accounts.account(email: email)?.id ?? UserID(UUID()))
        }
    }

    /// Strangers who failed meanwhile don't keep the owner out (D6); that the
    /// lock stays a while longer undoes no reset.
    private func clearLockout(of user: User) async {
        do throws(RateLimitingError) {
            try await lockout.clearLockout(of: user.email)
        } catch {
            log.error("a lock was not cleared", ["user": user.id, "reason": "\(error)"])
        }
    }

    private static func problem(of password: Secret, name: String, email: String) -> PasswordProblem? {
        password.withText { PasswordRules.problem(of: $0, name: name, email: email) }
    }

    private struct WeakPassword: Error {
        let problem: PasswordProblem
    }
}
