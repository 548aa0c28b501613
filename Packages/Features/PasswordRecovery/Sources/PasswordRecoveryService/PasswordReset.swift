import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import LoginServiceAPI
import MailAPI
import MailedProofsAPI
import MailedProofsServiceAPI
import PasswordQuality
import Presenting
import RateLimitingAPI
import SQLStoreAPI
import SecurityMetricsServiceAPI
import TelemetryAPI

/// Sets another password for who has a proof.
///
/// Using the proof up, the new password, the end of all sessions, the address'
/// being proved by it and the message of it are one transaction: after a crash
/// all of it holds, or nothing.
struct PasswordReset: Sendable {
    let kind: MailedProofKind
    let proofs: any MailedProving
    let database: any SQLDatabase
    let accounts: any AccountReading
    let passwords: any PasswordReplacing & PasswordAuthenticating
    let verification: any AddressProofRecording
    let rules: PasswordRules
    let lockout: any LockoutClearing
    let mail: any MailSending
    let ways: LetterWays
    /// The audit trail, if there is one.
    let audit: @Sendable () -> [any AuditRecording]
    let now: @Sendable () -> Date
    /// Attempts by their result.
    let results: any Counter
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
        case weak([PasswordProblem])
        /// It is the account's password already; the proof counts still.
        case same
        /// Never `proved`.
        case refused(MailedProofOutcome)
    }

    func reset(_ proof: Proof, to password: Secret, from origin: RequestOrigin) async throws -> Verdict {
        let log = log.with(["peer": origin.address, "agent": origin.agent])
        let verdict = try await attempt(proof, password)
        switch verdict {
        case .done: results.increment(["result": "done"])
        case .weak(let problems):
            results.increment(["result": "weak_password"])
            log.info("new password refused", ["reason": problems.map(\.code).joined(separator: " ")])
        case .same: results.increment(["result": "same_password"])
        // RECOV-09
        case .refused(let outcome):
            results.increment(["result": outcome.name])
            log.warning("password reset refused", ["reason": outcome.name])
        }
        return verdict
    }

    /// Tells what a proof is worth now, and sets nothing: a wrong code is a try, and what
    /// counts isn't used up.
    func check(_ proof: Proof, from origin: RequestOrigin) async throws -> MailedProofOutcome {
        let outcome = try await examine(proof).outcome
        if case .proved = outcome { return outcome }
        results.increment(["result": outcome.name])
        log.warning(
            "password reset refused",
            ["reason": outcome.name, "peer": origin.address, "agent": origin.agent])
        return outcome
    }

    private func attempt(_ proof: Proof, _ password: Secret) async throws -> Verdict {
        if case .code(_, let email) = proof {
            // A password that nobody can have takes no try of the code.
            let problems = self.problems(of: password, name: "", email: "\(email)")
            if !problems.isEmpty { return .weak(problems) }
        }
        let (presented, outcome) = try await examine(proof)
        let problems = try await problems(of: password, for: outcome)
        if !problems.isEmpty { return .weak(problems) }
        // Who has proved nothing may not keep the server busy with hashes, nor
        // learn anything of the present password.
        guard case .proved(_, let email) = outcome else {
            guard case .link = proof else { return .refused(outcome) }
            // Presented once more, so that it is told: it proves nothing, and nobody guesses links.
            return .refused(try await database.write { db in try proofs.redeem(presented, for: kind, in: db) })
        }
        let present = try await hashing { () throws(AccountsError) in
            try await passwords.authenticate(email: email, password: password)
        }
        if case .accepted = present { return .same }
        let prepared = try await hashing { () throws(AccountsError) in try await passwords.prepare(password) }
        let (redeemed, change) = try await database.write { db in try replace(presented, prepared, in: db) }
        guard let change else { return .refused(redeemed) }
        await passwords.announce(change.replacement)
        if let proof = change.proof { await verification.announce(proof) }
        let user = change.replacement.user
        await clearLockout(of: user)
        log.notice("password reset", ["user": user.id])
        return .done
    }

    private func examine(_ proof: Proof) async throws -> (presented: PresentedProof, outcome: MailedProofOutcome) {
        switch proof {
        case .link(let token): return (.link(token, of: nil), try await proofs.examine(token, for: kind))
        case .code(let code, let email):
            // An address without an account is as good as somebody who was never
            // sent a code, so that the answer and the work are the same (D2).
            let presented = PresentedProof.code(code, of: try await accounts.identifier(email: email) ?? UserID(UUID()))
            return (presented, try await examine(presented))
        }
    }

    /// Tells what a code proves: a wrong one is a try, the right one isn't used
    /// yet.
    private func examine(_ code: PresentedProof) async throws -> MailedProofOutcome {
        do {
            return try await database.write { db in
                let outcome = try proofs.redeem(code, for: kind, in: db)
                if case .proved = outcome { throw Right(outcome: outcome) }
                return outcome
            }
        } catch let right as Right {
            return right.outcome
        }
    }

    /// A code is right; undoes its use.
    private struct Right: Error {
        let outcome: MailedProofOutcome
    }

    /// - Throws: 503 when too many passwords wait to be hashed; nothing of the
    ///   proof is used then.
    private func hashing<Value>(_ work: () async throws(AccountsError) -> Value) async throws -> Value {
        do throws(AccountsError) {
            return try await work()
        } catch .overloaded {
            throw HTTPProblem.unavailable(retryAfter: .seconds(5))
        }
    }

    private struct Change: Sendable {
        let replacement: PasswordReplacement
        let proof: AddressVerification?
    }

    private func replace(
        _ presented: PresentedProof, _ prepared: PreparedPassword, in db: any SQLWriting
    ) throws -> (MailedProofOutcome, Change?) {
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
        for trail in audit() { try trail.record(AuditEvent(.passwordRecovered, of: user.id), in: db) }
        try mail.enqueue(
            MailMessage(
                recipient: user.email, name: user.provenName, template: .passwordChanged,
                values: ["recover": ways.way(to: .recover, or: "essential recover")],
                texts: ["time": .momentInUTC(now())]),
            in: db)
        try passwords.recordRecovery(of: user, in: db)
        // Whoever got the message reads the mail of the address; the password
        // that a stranger chose for it is gone.
        let proof = try verification.markVerified(id, email: email, by: .reader, in: db)
        return (outcome, Change(replacement: replacement, proof: proof))
    }

    /// All that is wrong with a password for whom the proof was sent to, if it
    /// counts.
    private func problems(of password: Secret, for outcome: MailedProofOutcome) async throws -> [PasswordProblem] {
        guard case .proved(let id, let email) = outcome else {
            return problems(of: password, name: "", email: "")
        }
        return problems(of: password, name: try await accounts.account(id)?.name ?? "", email: "\(email)")
    }

    /// Strangers who failed meanwhile don't keep the owner out (D6); that the
    /// lock stays a while longer undoes no reset.
    private func clearLockout(of user: User) async {
        do throws(RateLimitingError) {
            try await lockout.clearLockout(of: user.email)
        } catch {
            log.failure("a lock was not cleared", ["user": user.id, "reason": "\(error)"])
        }
    }

    private func problems(of password: Secret, name: String, email: String) -> [PasswordProblem] {
        password.withText { rules.problems(of: $0, name: name, email: email) }
    }
}

extension AuditKind {
    static let passwordRecovered = AuditKind(
        "password.recovered", .warning,
        LocalizedText(en: "The password was set by mail", es: "Se puso una contraseña por correo"))
}
