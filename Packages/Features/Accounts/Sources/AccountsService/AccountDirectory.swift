import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
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
    let logger: Logger
    let now: @Sendable () -> Date
}

extension AccountDirectory: AccountCreating, PreparedAccountCreating {
    func createAccount(
        as id: UserID?, name: String, email: EmailAddress, password: Secret
    ) async throws(AccountsError) -> User {
        // The work comes first, whether or not the address is taken, so that
        // the time tells nothing.
        let prepared = try await prepare(password)
        do {
            return try await createAccount(
                as: try id ?? UserID(random.uuid()), name: name, email: email, password: prepared)
        } catch {
            throw AccountsError(error)
        }
    }

    func createAccount(
        as id: UserID, name: String, email: EmailAddress, password: PreparedPassword
    ) async throws(AccountsError) -> User {
        do {
            let user = User(id: id, name: name, email: email, isVerified: false, createdAt: stored(now()))
            let hash = PasswordHash(encoded: password.encodedHash), observers = observers()
            try await database.write { db in
                try AccountRow.insert(user, passwordHash: hash, in: db)
                for observer in observers { try observer.record(.created(user), in: db) }
            }
            logger.info("made an account", ["user": user.id])
            for observer in observers { await observer.observe(.created(user)) }
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
            let password = password.composed
            let account = try await database.read { db in try AccountRow.find(email, in: db) }
            guard let account, let hash = account.passwordHash else {
                try await hashing.verifyDecoy(password)
                return .rejected
            }
            guard try await hashing.verify(password, against: hash) else { return .rejected }
            if hashing.needsRehash(hash) { await rehash(password, of: account.user.id, replacing: hash, hashing) }
            return .accepted(account.user)
        } catch {
            throw AccountsError(error)
        }
    }

    func passwordReplacements(at email: EmailAddress) async throws(AccountsError) -> Int? {
        do {
            return try await database.read { db in try AccountRow.passwordReplacements(at: email, in: db) }
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

extension AccountDirectory: AccountReading {
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
}

extension AccountDirectory: AccountVerifying {
    func markVerified(_ id: UserID, email: EmailAddress) async throws(AccountsError) -> User {
        do {
            let now = now()
            let observers = observers()
            let (user, isNew) = try await database.write { db in
                let isNew = try AccountRow.markVerified(id, email, at: now, in: db)
                guard let user = try AccountRow.find(id, in: db)?.user, user.email == email else {
                    throw AccountsError.unknownAccount
                }
                if isNew {
                    try subjects.recordVerification(of: id, in: db)
                    for observer in observers { try observer.record(.verified(user), in: db) }
                }
                return (user, isNew)
            }
            guard isNew else { return user }
            subjects.applyVerification(of: id)
            logger.info("verified an address", ["user": id])
            for observer in observers { await observer.observe(.verified(user)) }
            return user
        } catch {
            throw AccountsError(error)
        }
    }
}

extension AccountDirectory: PasswordReplacing {
    func prepare(_ password: Secret) async throws(AccountsError) -> PreparedPassword {
        do {
            return PreparedPassword(encodedHash: try await passwords.hashing().hash(password.composed).encoded)
        } catch {
            throw AccountsError(error)
        }
    }

    func replacePassword(
        of id: UserID, at email: EmailAddress, with password: PreparedPassword, keeping kept: SessionID?,
        in transaction: any SQLWriting
    ) throws -> PasswordReplacement? {
        guard let user = try AccountRow.find(id, in: transaction)?.user, user.email == email else { return nil }
        try AccountRow.setPasswordHash(PasswordHash(encoded: password.encodedHash), of: id, in: transaction)
        return PasswordReplacement(
            user: user, endedSessions: try subjects.recordPasswordChange(of: id, except: kept, in: transaction))
    }

    func announce(_ replacement: PasswordReplacement) async {
        await subjects.applyPasswordChange(of: replacement.user.id, ending: replacement.endedSessions)
        logger.info("replaced a password", ["user": replacement.user.id])
    }
}
