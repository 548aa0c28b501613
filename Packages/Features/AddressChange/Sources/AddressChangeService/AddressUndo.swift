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
/// nothing. Ending the link, the address, the password and the letters are one
/// transaction.
struct AddressUndo: Sendable {
    let database: any SQLDatabase
    let accounts: any AccountReading
    let addresses: any AddressReplacing
    let passwords: any PasswordReplacing & PasswordAuthenticating
    let rules: PasswordRules
    let lockout: any LockoutClearing
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

    private func undo(
        _ digest: Data, choosing password: PreparedPassword
    ) async throws -> (AddressReplacement, PasswordReplacement) {
        try await database.write { db in
            let row = try find(behind: digest, in: db)
            guard let change = try addresses.replaceAddress(of: row.user, with: row.address, in: db),
                let replacement = try passwords.replacePassword(
                    of: row.user, at: row.address.email, with: password, keeping: nil, in: db)
            else { throw AddressRestoringError.unknownLink }
            try AddressChangeTable.end(from: row.position, of: row.user, in: db)
            try letters.tellOfReturn(change, at: now(), in: db)
            return (change, replacement)
        }
    }

    /// All that is wrong with a password for an account.
    private func check(_ password: Secret, of user: User?, at email: EmailAddress) async throws {
        let problems = password.withText { rules.problems(of: $0, name: user?.name ?? "", email: "\(email)") }
        if !problems.isEmpty { throw AddressRestoringError.weakPassword(problems.map(\.text)) }
        // Whoever changed the address knew it.
        if let user, case .accepted = try await passwords.authenticate(email: user.email, password: password) {
            throw AddressRestoringError.weakPassword([AddressTexts.samePassword])
        }
    }
}

extension AddressUndo: AddressRestoring {
    func address(behind link: MailedToken) async throws -> EmailAddress {
        let digest = try links.digest(of: link)
        return try await database.read { db in try find(behind: digest, in: db).address.email }
    }

    func restore(_ link: MailedToken, choosing password: Secret, from origin: RequestOrigin) async throws {
        let log = log.with(["peer": origin.address, "agent": origin.agent])
        do {
            let digest = try links.digest(of: link)
            // Who has proved nothing may not keep the server busy with hashes, nor learn
            // anything of the present password.
            let row = try await database.read { db in try find(behind: digest, in: db) }
            try await check(password, of: try await accounts.account(row.user), at: row.address.email)
            let (change, replacement) = try await undo(digest, choosing: try await passwords.prepare(password))
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
