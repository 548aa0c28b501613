import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import SQLStoreAPI
import TelemetryAPI

extension AccountDirectory: VouchedAccountCreating {
    func createAccount(
        as id: UserID, name: String, email: EmailAddress, password: PreparedPassword?, language: String?,
        in transaction: any SQLWriting
    ) throws -> VouchedAccount? {
        guard try owner(of: email, in: transaction) == nil else { return nil }
        let time = now()
        let user = User(
            id: id, name: name, email: email.composed, isVerified: true,
            createdAt: Date(sqlValue: time.sqlValue) ?? time)
        try AccountRow.insert(
            user, passwordHash: password.map { PasswordHash(encoded: $0.encodedHash) }, in: transaction)
        try AccountRow.markVerified(id, at: time, in: transaction)
        for observer in observers() { try observer.record(.created(user, in: language), in: transaction) }
        return VouchedAccount(user: user, language: language)
    }

    func announce(_ account: VouchedAccount) async {
        logger.info("made an account with a proved address", ["user": account.user.id])
        for observer in observers() { await observer.observe(.created(account.user, in: account.language)) }
    }

    func account(email: EmailAddress, in transaction: any SQLReading) throws -> User? {
        try AccountRow.find(email, in: transaction)?.user
    }
}

/// The password is a way in, if there is one.
extension AccountDirectory: WayInCounting {
    func countWays(into account: UserID, in transaction: any SQLReading) throws -> Int {
        try AccountRow.find(account, in: transaction)?.passwordHash == nil ? 0 : 1
    }
}
