import AccountsServiceAPI
import AddressChangeAPI
import CoreModels
import FoundationEssentials
import LoginServiceAPI
import MailedProofsAPI
import PasswordQuality
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

    private func undo(
        _ digest: Data, of user: User, choosing password: PreparedPassword, confirmedBy code: Secret?
    ) async throws -> Undone {
        guard let checker = try await database.read({ db in try checker(behind: digest, in: db) }) else {
            return try await database.write { db in try undo(digest, choosing: password, in: db) }
        }
        guard let code else { throw AddressRestoringError.codeNeeded }
        let check = try await checker.check(code, of: user) { use -> Undone? in
            try await database.write { db in
                try use.use(db) ? try undo(digest, choosing: password, in: db) : nil
            }
        }
        switch check {
        case .done(let undone): return undone
        case .wrong: throw AddressRestoringError.wrongCode
        case .locked(let seconds): throw AddressRestoringError.tooManyCodes(seconds: Int(seconds.rounded(.up)))
        }
    }

    /// Who checks the second factor that was in force before all that is undone; nil if
    /// there was none.
    private func checker(behind digest: Data, in db: any SQLReading) throws -> (any SecondFactorChecking)? {
        let row = try find(behind: digest, in: db)
        return try checkers().first { try $0.isInForce(for: row.user, before: row.contestedSince, in: db) }
    }

    /// All that is wrong with a password for an account.
    private func check(_ password: Secret, of user: User, _ row: AddressChangeTable.Row) async throws {
        let problems = password.withText { rules.problems(of: $0, name: user.name, email: "\(row.address.email)") }
        if !problems.isEmpty { throw AddressRestoringError.weakPassword(problems.map(\.text)) }
        // Whoever changed the address knew one of them.
        if try await passwords.hadPassword(password, row.user, since: row.contestedSince) {
            throw AddressRestoringError.weakPassword([AddressTexts.samePassword])
        }
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
            // Who has proved nothing may not keep the server busy with hashes, nor learn
            // anything of the present password.
            let row = try await database.read { db in try find(behind: digest, in: db) }
            guard let user = try await accounts.account(row.user) else { throw AddressRestoringError.unknownLink }
            try await check(password, of: user, row)
            let (change, replacement) = try await undo(
                digest, of: user, choosing: try await passwords.prepare(password), confirmedBy: code)
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
