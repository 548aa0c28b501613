import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import LoginServiceAPI
import MailedProofsAPI
import MailedProofsServiceAPI
import RateLimitingAPI
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Gives the account of somebody who reads the mail of a new address that address.
///
/// Using the code up, the new address, what undoes it, the letter to the old one and
/// what devices are told are one transaction: after a crash all of it holds, or nothing.
struct AddressChange: Sendable {
    let kind: MailedProofKind
    let proofs: any MailedProving
    let database: any SQLDatabase
    let addresses: any AddressReplacing
    let links: UndoLinks
    let letters: AddressLetters
    let devices: any DeviceRecognizing
    let lockout: any LockoutClearing
    let now: @Sendable () -> Date
    let log: Logger

    /// What becomes of a code.
    enum Verdict: Sendable {
        /// - Parameter undoableUntil: Until when the link in the letter counts; nil if there is none.
        case changed(User, device: Secret?, undoableUntil: Date?)
        /// Never `proved`.
        case refused(MailedProofOutcome)
    }

    func confirm(
        _ code: MailedCode, in session: AuthenticatedSession, from origin: RequestOrigin
    ) async throws -> Verdict {
        let user = session.userID
        let log = log.with(["user": user, "peer": origin.address, "agent": origin.agent])
        let link = try links.make()
        let (outcome, replacement, end) = try await database.write { db in
            try session.standing.check(in: db)
            return try redeem(code, of: user, link, in: db)
        }
        guard let replacement else {
            log.notice("change of address refused", ["reason": outcome.name])
            return .refused(outcome)
        }
        await addresses.announce(replacement)
        log.notice("address changed", [:])
        let email = replacement.user.email
        await lockout.forgetStrangers(at: email, log)
        return .changed(replacement.user, device: await deviceToken(for: email, log), undoableUntil: end)
    }

    private func redeem(
        _ code: MailedCode, of user: UserID, _ link: UndoLinks.Link, in db: any SQLWriting
    ) throws -> (MailedProofOutcome, AddressReplacement?, undoableUntil: Date?) {
        let outcome = try proofs.redeem(.code(code, of: user), for: kind, in: db)
        guard case .proved(let id, let email) = outcome else { return (outcome, nil, nil) }
        guard let replacement = try addresses.replaceAddress(of: id, with: AccountAddress(email), in: db) else {
            // Somebody made an account with it meanwhile.
            return (.unknown, nil, nil)
        }
        let time = now()
        if let earlier = try AddressChangeTable.open(of: id, at: time, in: db) {
            // Whoever reads at the address that is left has had the account for days only:
            // they may be who took it, and shall not get it back from its owner.
            if earlier.address.canonical == email.canonical { try AddressChangeTable.end(of: id, in: db) }
            try letters.tellOfChange(replacement, undoneBy: nil, at: time, in: db)
        } else if replacement.before.isVerified {
            try AddressChangeTable.insert(
                replacement.address, of: id, linkDigest: link.digest, at: time, in: db)
            try letters.tellOfChange(replacement, undoneBy: link.token, at: time, in: db)
            return (outcome, replacement, time.addingTimeInterval(AddressChangeTable.lifetime))
        } else {
            // Nobody has shown that whoever reads there is the person.
            try letters.tellOfChange(replacement, undoneBy: nil, at: time, in: db)
        }
        return (outcome, replacement, nil)
    }

    /// The device stays known; whoever has the address is no less welcome without.
    private func deviceToken(for email: EmailAddress, _ log: Logger) async -> Secret? {
        do {
            return try await devices.issueToken(for: email)
        } catch {
            log.failure("could not make a device token", ["reason": "\(error)"])
            return nil
        }
    }
}

extension LockoutClearing {
    /// Strangers who guessed at the address before don't keep its owner out (D6); that
    /// the lock stays a while longer undoes nothing.
    func forgetStrangers(at email: EmailAddress, _ log: Logger) async {
        do throws(RateLimitingError) {
            try await clearLockout(of: email)
        } catch {
            log.failure("a lock was not cleared", ["reason": "\(error)"])
        }
    }
}

/// Makes what undoes a change: 256 random bits, of which a digest is kept.
struct UndoLinks: Sendable {
    let random: any RandomSource
    let hashing: any Hashing

    /// A link that nobody has yet.
    struct Link: Sendable {
        let token: MailedToken
        let digest: Data
    }

    func make() throws -> Link {
        guard let token = MailedToken(Base64URL.encode(try random.bytes(32))) else { throw NoToken() }
        return Link(token: token, digest: try digest(of: token))
    }

    func digest(of token: MailedToken) throws -> Data { try hashing.sha256(Data(token.text.utf8)) }

    private struct NoToken: Error {}
}

/// Makes open codes worth nothing as soon as the password is another one: whoever asked
/// for them, or had them asked for, didn't know that one.
struct CodeVoiding: AccountObserving {
    let kind: MailedProofKind
    let proofs: any MailedProving

    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        switch event {
        case .passwordReplaced(let user, _), .addressReplaced(let user):
            try proofs.void(kind, of: user.id, in: transaction)
        case .created, .verified, .returned, .recovered, .deletionBegun, .deleted: break
        }
    }
}
