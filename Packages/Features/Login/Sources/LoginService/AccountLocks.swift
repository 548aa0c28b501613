import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Localization
import Locking
import PluginKit
import RateLimitingAPI
import SQLStoreAPI
import ServerKeysAPI
import SessionsServiceAPI

/// Makes the names under which failures on accounts are counted, so that no address stands there.
struct AccountNames: Sendable {
    private let authentication: any MessageAuthenticating
    private let key: any SymmetricKey

    init(_ authentication: any MessageAuthenticating, _ key: any SymmetricKey) {
        self.authentication = authentication
        self.key = key
    }

    func name(of email: EmailAddress) throws -> String {
        Base64URL.encode(try authentication.authenticationCode(for: Data(email.canonical.utf8), using: key).prefix(15))
    }
}

/// Tells which accounts are locked by wrong passwords, and unlocks them.
struct AccountLocks: PasswordLocks {
    let names: AccountNames
    let attempts: CountedAttempts

    func lock(of account: User, at now: Date, in transaction: any SQLReading) throws -> PasswordLock? {
        let name = try names.name(of: account.email)
        let standings = try LoginLockout.limiters.map { try attempts.standing($0, name, now, transaction) }
        // A device with so many is taken for a stranger's.
        if let strangers = standings.first, strangers.failures >= LockoutPolicy.hardLimit { return .untilReset }
        return standings.compactMap(\.lockedUntil).max().map { .until($0) }
    }

    func unlock(_ account: User, in transaction: any SQLWriting) throws -> Bool {
        let name = try names.name(of: account.email)
        return try LoginLockout.limiters.reduce(false) { try attempts.forget($1, name, transaction) || $0 }
    }
}

extension PasswordLockFinding {
    /// The locks that logging in makes.
    static let login = PasswordLockFinding { declared in
        declared.values(of: AttemptCounters.self).flatMap(\.migrations)
    } open: { declared, keys, authentication in
        guard let attempts = declared.values(of: AttemptCounters.self).first else { return nil }
        return AccountLocks(
            names: AccountNames(authentication, try await keys.key(for: .accountName)), attempts: attempts)
    }
}

/// Has the locks for administrators' pages, which read in transactions, where no key can be waited for.
final class LocksAtHand: PluginService, PasswordLocks {
    private let open: @Sendable () async throws -> (any PasswordLocks)?
    private let locks = Locked<(any PasswordLocks)?>(nil)

    /// - Parameter open: Makes the locks once the server's keys are there.
    init(open: @escaping @Sendable () async throws -> (any PasswordLocks)?) { self.open = open }

    func start() async throws {
        let opened = try await open()
        locks.withLock { $0 = opened }
    }

    func stop() async {}

    func lock(of account: User, at now: Date, in transaction: any SQLReading) throws -> PasswordLock? {
        try locks.current?.lock(of: account, at: now, in: transaction)
    }

    func unlock(_ account: User, in transaction: any SQLWriting) throws -> Bool {
        try locks.current?.unlock(account, in: transaction) ?? false
    }
}

extension AccountFactSource {
    /// Whether wrong passwords lock an account, and until when.
    static func locks(_ locks: any PasswordLocks, of account: @escaping AccountAtHand) -> AccountFactSource {
        AccountFactSource(LocalizedText(en: "Wrong passwords", es: "Contraseñas incorrectas")) { id, now, db in
            guard let user = try account(id, db), let lock = try locks.lock(of: user, at: now, in: db) else {
                return []
            }
            return switch lock {
            case .until(let end): [AccountFact(LocalizedText(en: "Locked until", es: "Bloqueada hasta"), at: end)]
            case .untilReset:
                [
                    AccountFact(
                        LocalizedText(
                            en: "Locked until the password is set anew",
                            es: "Bloqueada hasta que se ponga otra contraseña"))
                ]
            }
        }
    }
}

/// Reads an account in a transaction.
typealias AccountAtHand = @Sendable (UserID, any SQLReading) throws -> User?

extension AccountAct {
    /// Forgets the wrong passwords.
    static func unlock(_ locks: any PasswordLocks) -> AccountAct {
        AccountAct(
            "unlock", LocalizedText(en: "Unlock the account", es: "Desbloquear la cuenta"),
            meaning: LocalizedText(
                en: "The wrong passwords are forgotten, and the person may try at once. The password stays as it is.",
                es: "Se olvidan las contraseñas incorrectas y la persona puede intentarlo ya. La contraseña no cambia."),
            done: LocalizedText(en: "The account isn't locked any more.", es: "La cuenta ya no está bloqueada.")
        ) { user, now, db in
            try locks.lock(of: user, at: now, in: db) != nil
        } perform: { user, _, _, db in
            try locks.unlock(user, in: db)
        }
    }
}
