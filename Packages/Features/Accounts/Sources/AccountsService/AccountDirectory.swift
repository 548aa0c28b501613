import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import PasswordQuality
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Keeps the accounts in their table.
struct AccountDirectory: Sendable {
    let database: any SQLDatabase
    let passwords: PepperedHashing
    let random: any RandomSource
    let subjects: any SessionSubjectUpdating
    let observers: @Sendable () -> [any AccountObserving]
    /// Those who keep addresses back.
    let keepers: @Sendable () -> [any AddressKeeping]
    let logger: Logger
    let now: @Sendable () -> Date
}

extension AccountDirectory: AccountCreating, PreparedAccountCreating {
    func createAccount(
        as id: UserID?, name: String, email: EmailAddress, password: Secret, in language: String?
    ) async throws(AccountsError) -> User {
        // The work comes first, whether or not the address is taken, so that
        // the time tells nothing.
        let prepared = try await prepare(password)
        do {
            return try await createAccount(
                as: try id ?? UserID(random.uuid()), name: name, email: email, password: prepared, in: language)
        } catch {
            throw AccountsError(error)
        }
    }

    func createAccount(
        as id: UserID, name: String, email: EmailAddress, password: PreparedPassword, in language: String?
    ) async throws(AccountsError) -> User {
        do {
            let user = User(
                id: id, name: name, email: email.composed, isVerified: false, createdAt: stored(now()))
            let hash = PasswordHash(encoded: password.encodedHash), observers = observers()
            try await database.write { db in
                // Those of before D24 have other forms than that which is unique.
                guard try owner(of: email, in: db) == nil else { throw AccountsError.emailTaken }
                try AccountRow.insert(user, passwordHash: hash, in: db)
                for observer in observers { try observer.record(.created(user, in: language), in: db) }
            }
            logger.info("made an account", ["user": user.id])
            for observer in observers { await observer.observe(.created(user, in: language)) }
            return user
        } catch {
            throw AccountsError(error)
        }
    }

    /// The time as it reads back: whole milliseconds.
    private func stored(_ date: Date) -> Date {
        Date(sqlValue: date.sqlValue) ?? date
    }
}

extension AccountDirectory: PasswordAuthenticating {
    func authenticate(
        email: EmailAddress, password: Secret
    ) async throws(AccountsError) -> PasswordAuthentication {
        do {
            let hashing = try await passwords.hashing()
            let (account, others) = try await database.read { db in
                (try AccountRow.find(email, in: db), try ForeignPasswords.derivations(in: db))
            }
            guard try await hashing.verify(password, of: account, among: others), let account,
                let hash = account.passwordHash
            else { return .rejected }
            if hashing.needsRehash(hash), hash.isOfAll(of: password.composed) {
                await rehash(password.composed, of: account.user.id, replacing: hash, hashing)
            }
            return .accepted(account.user, replacements: account.passwordReplacements)
        } catch {
            throw AccountsError(error)
        }
    }

    func isPasswordReplaced(
        exactly replacements: Int, of id: UserID, in transaction: any SQLReading
    ) throws -> Bool {
        try AccountRow.passwordReplacements(of: id, in: transaction) == replacements
    }

    func passwordVersion(email: EmailAddress) async throws(AccountsError) -> PasswordVersion? {
        do {
            let account = try await database.read { db in try AccountRow.find(email, in: db) }
            return account.map { PasswordVersion(of: $0.user.id, after: $0.passwordReplacements) }
        } catch {
            throw AccountsError(error)
        }
    }

    /// A failure is no reason to refuse the right password: the next login
    /// tries again.
    private func rehash(
        _ password: Secret, of user: UserID, replacing old: PasswordHash, _ hashing: any PasswordHashing
    ) async {
        do {
            let new = try await hashing.hash(password)
            try await database.write { db in try AccountRow.replace(old, with: new, of: user, in: db) }
            logger.info("renewed a password hash", ["user": user])
        } catch {
            logger.warning(
                "could not renew a password hash", ["user": user, "reason": "\(AccountsError(error))"])
        }
    }
}

extension PasswordHash {
    /// Whether it tells this password from all others: bcrypt takes the first 72 bytes, so what was typed behind them
    /// may be wrong, or missing.
    fileprivate func isOfAll(of password: Secret) -> Bool { !encoded.hasPrefix("$bcrypt$") || password.count < 72 }
}

extension AccountDirectory: AccountNaming {
    func names(of accounts: Set<UserID>) async throws(AccountsError) -> [UserID: String] {
        guard !accounts.isEmpty else { return [:] }
        do {
            let names = try await database.read { db in
                try db.rows("SELECT id, name FROM accounts WHERE id IN \(in: accounts)") { row in
                    (try row[0, as: UserID.self], try row[1, as: String.self])
                }
            }
            return Dictionary(uniqueKeysWithValues: names)
        } catch {
            throw AccountsError(error)
        }
    }
}

extension AccountDirectory: AccountReading, AccountReadingInTransaction {
    func account(_ id: UserID, in transaction: any SQLReading) throws -> User? {
        try AccountRow.find(id, in: transaction)?.user
    }

    func account(_ id: UserID) async throws(AccountsError) -> User? {
        do {
            return try await database.read { db in try AccountRow.find(id, in: db)?.user }
        } catch {
            throw AccountsError(error)
        }
    }

    func account(email: EmailAddress) async throws(AccountsError) -> User? {
        do {
            return try await database.read { db in try AccountRow.find(email, in: db)?.user }
        } catch {
            throw AccountsError(error)
        }
    }

    func identifier(email: EmailAddress) async throws(AccountsError) -> UserID? {
        do {
            return try await database.read { db in try AccountRow.identifier(email, in: db) }
        } catch {
            throw AccountsError(error)
        }
    }
}
