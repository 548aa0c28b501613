import AccountsServiceAPI
import AddressChangeAPI
import CoreModels
import FoundationEssentials
import LoginServiceAPI
import MailedProofsAPI
import PasswordQuality
import Presenting
import RateLimitingAPI
import SQLStoreAPI
import TelemetryAPI

/// Gives accounts the address back that they had.
///
/// It is the way back for who lost the account to somebody who knew the password, so it
/// takes another one in the same step: all sessions end, and whoever had the old one has
/// nothing. So do the ways in that came meanwhile, or in the week before it: who takes an
/// account prepares it. Ending the link, the address, the password and the letters are one
/// transaction.
///
/// Whoever reads the mail of an address that was given up could take the account by it,
/// too; where a second factor was in force before that week, it has to be proved.
struct AddressUndo: Sendable {
    let database: any SQLDatabase
    let accounts: any AccountReading
    let addresses: any AddressReplacing
    let passwords: any PasswordReplacing & PasswordAuthenticating
    let rules: PasswordRules
    let lockout: any LockoutClearing
    /// Counts attempts by their link: who reads the mail of a former address keeps nobody
    /// out of the account by it.
    let tries: any RateLimiting
    let checkers: @Sendable () -> [any SecondFactorChecking]
    let links: UndoLinks
    let letters: AddressLetters
    let now: @Sendable () -> Date
    let log: Logger

    private func find(behind digest: Data, in db: any SQLReading) throws -> AddressChangeTable.Row {
        guard let row = try AddressChangeTable.find(linkDigest: digest, in: db) else {
            throw AddressRestoringError.unknownLink
        }
        switch row.state(at: now()) {
        case .open: return row
        case .expired: throw AddressRestoringError.expiredLink
        case .used: throw AddressRestoringError.usedLink
        }
    }

    private typealias Undone = (change: AddressReplacement, password: PasswordReplacement)

    private func undo(_ digest: Data, choosing password: PreparedPassword, in db: any SQLWriting) throws -> Undone {
        let row = try find(behind: digest, in: db)
        guard let change = try addresses.returnAddress(row.address, to: row.user, since: row.contestedSince, in: db),
            let replacement = try passwords.replacePassword(
                of: row.user, at: row.address.email, with: password, keeping: nil, in: db)
        else { throw AddressRestoringError.unknownLink }
        try AddressChangeTable.end(of: row.user, in: db)
        try letters.tellOfReturn(change, since: row.contestedSince, at: now(), in: db)
        return (change, replacement)
    }

    /// Undoes a change for whoever proves what has to be proved, and counts attempts.
    ///
    /// The password is compared after the code, so that nobody learns anything of those
    /// that the account had without one.
    private func undo(
        _ digest: Data, of user: User, _ row: AddressChangeTable.Row, choosing password: Secret,
        confirmedBy code: Secret?
    ) async throws -> Undone {
        let checker = try await database.read { db in try self.checker(behind: digest, in: db) }
        if checker != nil, code == nil { throw AddressRestoringError.codeNeeded }
        let admission = try await tries.admit(row.name)
        guard admission.isAllowed else {
            throw AddressRestoringError.tooManyTries(seconds: Int(admission.reset.rounded(.up)))
        }
        do {
            let use = try await self.use(of: code, by: user, asOf: row.contestedSince, checker)
            // Whoever changed the address knew one of them.
            if try await passwords.hadPassword(password, row.user, since: row.contestedSince) {
                throw AddressRestoringError.weakPassword([AddressTexts.samePassword])
            }
            let prepared = try await passwords.prepare(password)
            return try await database.write { db in
                // First, so that what is written of the code goes to the address of before.
                let undone = try undo(digest, choosing: prepared, in: db)
                guard try use?.use(db) ?? true else { throw AddressRestoringError.wrongCode }
                return undone
            }
        } catch let error as AddressRestoringError where error.nature == .input {
            if checker != nil, admission.beginsLockout { try await tellOfTries(row, to: user) }
            throw error
        } catch {
            // If that can't be written, the limiter makes up for it before the next attempt.
            try? await tries.withdraw(row.name)
            throw error
        }
    }

    /// How a code is used up that has to be typed; nil where none has to.
    private func use(
        of code: Secret?, by user: User, asOf moment: Date, _ checker: (any SecondFactorChecking)?
    ) async throws -> FactorUse? {
        guard let checker, let code else { return nil }
        guard let use = try await checker.use(of: code, by: user, asOf: moment) else {
            throw AddressRestoringError.wrongCode
        }
        return use
    }

    /// Tells once for each link that others may read there.
    private func tellOfTries(_ row: AddressChangeTable.Row, to user: User) async throws {
        guard try await tries.failureCount(for: row.name) == tries.policy.maxAttempts else { return }
        try await database.write { db in try letters.tellOfTries(row, to: user, at: now(), in: db) }
    }

    /// Who checks the second factor that was in force before all that is undone; nil if
    /// there was none.
    private func checker(behind digest: Data, in db: any SQLReading) throws -> (any SecondFactorChecking)? {
        let row = try find(behind: digest, in: db)
        return try checkers().first { try $0.isInForce(for: row.user, before: row.contestedSince, in: db) }
    }

    /// All that is wrong with a password, but for those that the account had.
    private func check(_ password: Secret, of user: User, _ row: AddressChangeTable.Row) throws(AddressRestoringError) {
        let problems = password.withText { rules.problems(of: $0, name: user.name, email: "\(row.address.email)") }
        if !problems.isEmpty { throw .weakPassword(problems.map(\.text)) }
    }
}

extension AddressUndo: AddressRestoring {
    func offer(behind link: MailedToken) async throws -> AddressOffer {
        let digest = try links.digest(of: link)
        return try await database.read { db in
            let email = try find(behind: digest, in: db).address.email
            return AddressOffer(email, asksForCode: try checker(behind: digest, in: db) != nil)
        }
    }

    func restore(
        _ link: MailedToken, choosing password: Secret, confirmedBy code: Secret?, from origin: RequestOrigin
    ) async throws {
        let log = log.with(["peer": origin.address, "agent": origin.agent])
        do {
            let digest = try links.digest(of: link)
            // Who has proved nothing may not keep the server busy with hashes.
            let row = try await database.read { db in try find(behind: digest, in: db) }
            guard let user = try await accounts.account(row.user) else { throw AddressRestoringError.unknownLink }
            try check(password, of: user, row)
            let (change, replacement) = try await undo(digest, of: user, row, choosing: password, confirmedBy: code)
            await addresses.announce(change)
            await passwords.announce(replacement)
            await lockout.forgetStrangers(at: change.user.email, log)
            log.notice("change of address undone", ["user": row.user, "ended": replacement.endedSessions.count])
        } catch AccountsError.overloaded {
            throw AddressRestoringError.busy(AddressTexts.busy)
        } catch let error as AddressRestoringError {
            log.notice("a change of address was not undone", ["reason": error.code])
            throw error
        }
    }
}
