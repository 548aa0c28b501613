import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import PasswordQuality
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

extension AccountDirectory: AccountVerifying {
    func markVerified(_ id: UserID, email: EmailAddress) async throws(AccountsError) -> User {
        do {
            // An operator knows whose the address is, not who has made the account.
            let verification = try await database.write { db in try markVerified(id, email: email, by: .reader, in: db)
            }
            guard let verification else { throw AccountsError.unknownAccount }
            await announce(verification)
            return verification.user
        } catch {
            throw AccountsError(error)
        }
    }
}

extension AccountDirectory: AddressProofRecording {
    func markVerified(
        _ id: UserID, email: EmailAddress, by prover: AddressProver, in transaction: any SQLWriting
    ) throws -> AddressVerification? {
        guard let account = try AccountRow.find(id, in: transaction), account.has(email) else { return nil }
        if account.user.isVerified { return AddressVerification(user: account.user, prover: prover, isNew: false) }
        try AccountRow.markVerified(id, at: now(), in: transaction)
        guard let user = try AccountRow.find(id, in: transaction)?.user else { return nil }
        try subjects.recordVerification(of: id, in: transaction)
        for observer in observers() { try observer.record(.verified(user, by: prover), in: transaction) }
        return AddressVerification(user: user, prover: prover, isNew: true)
    }

    func announce(_ verification: AddressVerification) async {
        guard verification.isNew else { return }
        logger.info("verified an address", ["user": verification.user.id])
        for observer in observers() {
            await observer.observe(.verified(verification.user, by: verification.prover))
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
        ifReplaced count: Int?, in transaction: any SQLWriting
    ) throws -> PasswordReplacement? {
        guard let account = try AccountRow.find(id, in: transaction), account.has(email),
            count.map({ $0 == account.passwordReplacements }) ?? true
        else { return nil }
        if let hash = account.passwordHash {
            try FormerPasswords.insert(hash, of: id, replacedAt: now(), in: transaction)
        }
        try AccountRow.setPasswordHash(PasswordHash(encoded: password.encodedHash), of: id, in: transaction)
        let ended = try subjects.recordPasswordChange(of: id, except: kept, in: transaction)
        for observer in observers() {
            try observer.record(.passwordReplaced(account.user, in: kept), in: transaction)
        }
        return PasswordReplacement(user: account.user, keptSession: kept, endedSessions: ended)
    }

    func recordRecovery(of user: User, in transaction: any SQLWriting) throws {
        let since = now().addingTimeInterval(-(Self.youth / .seconds(1)))
        for observer in observers() { try observer.record(.recovered(user, since: since), in: transaction) }
    }

    func hadPassword(_ password: Secret, _ id: UserID, since: Date) async throws(AccountsError) -> Bool {
        do {
            let hashing = try await passwords.hashing()
            let (present, former) = try await database.read { db in
                (
                    try AccountRow.find(id, in: db)?.passwordHash,
                    try FormerPasswords.oldest(of: id, replacedSince: since, in: db)
                )
            }
            for hash in (present.map { [$0] } ?? []) + former
            where try await hashing.verifyTyped(password, against: hash) {
                return true
            }
            return false
        } catch {
            throw AccountsError(error)
        }
    }

    func announce(_ replacement: PasswordReplacement) async {
        await subjects.announcePasswordChange(of: replacement.user.id, ending: replacement.endedSessions)
        logger.info("replaced a password", ["user": replacement.user.id])
        for observer in observers() {
            await observer.observe(.passwordReplaced(replacement.user, in: replacement.keptSession))
        }
    }
}

extension AccountDirectory {
    /// Changes the name of an account for one of its sessions.
    ///
    /// - Returns: The account as it is now; nil if there is none.
    /// - Throws: An `HTTPProblem` if the session is over, or what the database throws.
    func rename(to name: PersonName, in session: AuthenticatedSession) async throws -> User? {
        let id = session.userID
        let user = try await database.write { db in
            try session.standing.check(in: db)
            try AccountRow.rename(id, to: name, in: db)
            return try AccountRow.find(id, in: db)?.user
        }
        if user != nil { logger.info("renamed an account", ["user": id]) }
        return user
    }
}
