import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import SQLStoreAPI

/// Makes accounts of people who come from another account system.
struct AdoptedAccounts: AccountAdopting {
    let hashing: any PasswordHashing
    let keepers: [any AddressKeeping]
    let now: @Sendable () -> Date

    func adopt(_ hash: ForeignPasswordHash) throws(CryptographyError) -> AdoptedPassword {
        AdoptedPassword(hash: try hashing.adopt(hash), derivation: hash.derivation)
    }

    func owner(of email: EmailAddress, in transaction: any SQLReading) throws -> UserID? {
        if let id = try AccountRow.identifier(email, in: transaction) { return id }
        for keeper in keepers {
            if let id = try keeper.keeper(of: AccountAddress(email), at: now(), in: transaction) { return id }
        }
        return nil
    }

    func derivations(in transaction: any SQLReading) throws -> [ForeignDerivation] {
        try ForeignPasswords.derivations(in: transaction)
    }

    func createAccount(
        _ account: ArrivingAccount, as id: UserID, in transaction: any SQLWriting
    ) throws -> Bool {
        let time = now()
        guard try owner(of: account.email, in: transaction) == nil, try AccountRow.find(id, in: transaction) == nil
        else { return false }
        let user = User(
            id: id, name: account.name.text, email: account.email.composed, isVerified: account.isVerified,
            createdAt: Date(sqlValue: time.sqlValue) ?? time)
        try AccountRow.insert(
            user, passwordHash: account.password?.hash, by: account.password?.derivation, in: transaction)
        if account.isVerified { try AccountRow.markVerified(id, at: time, in: transaction) }
        if account.isSuspended {
            try AccountRow.setSuspension(Suspension(since: time, reason: nil), of: id, in: transaction)
        }
        return true
    }
}

extension AccountAdoption {
    static let accounts = AccountAdoption(AccountsMigrations.all) { keys, cryptography, keepers, now in
        let passwords = PepperedHashing(cost: .standard, serverKeys: keys, cryptography: cryptography)
        return AdoptedAccounts(hashing: try await passwords.hashing(), keepers: keepers, now: now)
    }
}
