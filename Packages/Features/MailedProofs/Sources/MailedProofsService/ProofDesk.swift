import CoreModels
import CryptographyAPI
import FoundationEssentials
import MailAPI
import MailedProofsAPI
import MailedProofsServiceAPI
import SQLStoreAPI
import SecurityMetricsServiceAPI

/// Makes proofs, has them mailed, and checks them.
struct ProofDesk: MailedProving {
    let database: any SQLDatabase
    let mail: any MailSending
    let random: any RandomSource
    let comparison: any ConstantTimeComparing
    let keys: ProofKeys
    /// The audit trail, if there is one.
    let audit: @Sendable () -> [any AuditRecording]
    let now: @Sendable () -> Date

    // MARK: Sending

    @discardableResult
    func send(
        _ kind: MailedProofKind, to email: EmailAddress, of user: UserID?, askedBy asker: UserID?,
        in transaction: any SQLWriting, _ message: (IssuedProof) -> MailMessage
    ) throws -> Bool {
        let time = now(), isDecoy = user == nil || !email.canReceiveMail
        let isAllowed = try MailAllowance.take(
            isDecoy ? kind.name + " decoy" : kind.name, for: email, askedBy: asker, at: time, in: transaction)
        let user = try user ?? UserID(random.uuid())
        guard isAllowed, !isDecoy else {
            let proof = try rehearse(in: transaction) { db in try make(kind, for: user, at: email, time, in: db) }
            try mail.rehearse(message(proof), in: transaction)
            try record(.proofAsked, kind.name, of: isDecoy ? nil : user, .refused, in: transaction)
            return false
        }
        let proof = try make(kind, for: user, at: email, time, in: transaction)
        try mail.enqueue(message(proof), in: transaction)
        try record(.proofAsked, kind.name, of: user, .done, in: transaction)
        return true
    }

    @discardableResult
    func send(
        notice kind: StaticString, _ message: MailMessage, askedBy asker: UserID?, in transaction: any SQLWriting
    ) throws -> Bool {
        let isAllowed = try MailAllowance.take(
            kind.description, for: message.recipient, askedBy: asker, at: now(), in: transaction)
        try record(.proofAsked, kind.description, of: asker, .refused, in: transaction)
        guard isAllowed, message.recipient.canReceiveMail else {
            try mail.rehearse(message, in: transaction)
            return false
        }
        try mail.enqueue(message, in: transaction)
        return true
    }

    private func make(
        _ kind: MailedProofKind, for user: UserID, at email: EmailAddress, _ time: Date, in db: any SQLWriting
    ) throws -> IssuedProof {
        let number = try random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let code = MailedCode(number: number)
        guard let token = MailedToken(Base64URL.encode(try random.bytes(32))) else { throw NoToken() }
        let digests = ProofTable.Digests(
            code: try keys.digest(of: code, kind, of: user), link: try keys.digest(of: token))
        try ProofTable.replace(kind.name, of: user, at: email, digests, at: time, in: db)
        return IssuedProof(code: code, token: token)
    }

    /// Does something in the database and undoes it.
    private func rehearse<Value>(
        in db: any SQLWriting, _ body: (any SQLWriting) throws -> Value
    ) throws -> Value {
        var value: Value?
        do {
            try db.savepoint { db in
                value = try body(db)
                throw Undone()
            }
        } catch is Undone where value != nil {}
        guard let value else { throw Undone() }
        return value
    }

    private struct Undone: Error {}
    private struct NoToken: Error {}

    // MARK: Checking

    func redeem(
        _ proof: PresentedProof, for kind: MailedProofKind, in transaction: any SQLWriting
    ) throws -> MailedProofOutcome {
        let (outcome, user) = try use(proof, for: kind, in: transaction)
        if case .proved = outcome {
            try record(.proofUsed, kind.name, of: user, .done, in: transaction)
        } else {
            try record(.proofRefused, kind.name, of: user, .refused, outcome.name, in: transaction)
        }
        return outcome
    }

    /// - Returns: What becomes of it, and whose proof was tried; nil where there is none.
    private func use(
        _ proof: PresentedProof, for kind: MailedProofKind, in db: any SQLWriting
    ) throws -> (MailedProofOutcome, UserID?) {
        switch proof {
        case .code(let code, let user):
            let digest = try keys.digest(of: code, kind, of: user)
            var row = try ProofTable.findOrDecoy(kind.name, of: user, in: db)
            let isRight = comparison.areEqual(row.codeDigest, digest) && !row.isDecoy
            let refusal = row.state.tryCode(isRight: isRight, at: now(), lifetime: kind.codeLifetime)
            try ProofTable.update(row, in: db)
            return (Self.outcome(refusal, of: row), row.isDecoy ? nil : row.user)
        case .link(let token, let user):
            guard var row = try ProofTable.find(linkDigest: try keys.digest(of: token), in: db) else {
                return (.unknown, nil)
            }
            guard row.kind == kind.name, user == nil || user == row.user else { return (.foreign, row.user) }
            let refusal = row.state.use(at: now(), lifetime: kind.linkLifetime)
            try ProofTable.update(row, in: db)
            return (Self.outcome(refusal, of: row), row.user)
        }
    }

    /// Writes an event for known and unknown addresses alike (D2).
    private func record(
        _ event: AuditKind, _ kind: String, of user: UserID?, _ outcome: AuditOutcome, _ reason: String? = nil,
        in db: any SQLWriting
    ) throws {
        let cause = [kind, reason].compactMap(\.self).joined(separator: " ")
        for trail in audit() {
            try trail.record(AuditEvent(event, of: user, outcome: outcome, because: cause), in: db)
        }
    }

    func void(_ kind: MailedProofKind, of user: UserID, in transaction: any SQLWriting) throws {
        try ProofTable.removeUnused(kind.name, of: user, in: transaction)
    }

    func examine(_ token: MailedToken, for kind: MailedProofKind) async throws -> MailedProofOutcome {
        let digest = try keys.digest(of: token), time = now()
        return try await database.read { db in
            guard var row = try ProofTable.find(linkDigest: digest, in: db) else { return .unknown }
            guard row.kind == kind.name else { return .foreign }
            let refusal = row.state.use(at: time, lifetime: kind.linkLifetime)
            return Self.outcome(refusal, of: row)
        }
    }

    private static func outcome(_ refusal: ProofState.Refusal?, of row: ProofTable.Row) -> MailedProofOutcome {
        if let refusal { return refusal.outcome }
        guard let email = EmailAddress(kept: row.email) else { return .unknown }
        return .proved(row.user, email)
    }
}
