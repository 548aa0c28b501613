import AccountsService
import AccountsServiceAPI
import ConsoleAPI
import CryptographyAPI
import FoundationEssentials
import Localization
import OperatingAPI
import PluginKit
import SQLStoreAPI

/// What a command about accounts finds in a server's data.
struct AccountsAtDesk: Sendable {
    /// Finds accounts as operators name them.
    let accounts: AccountLookup
    /// Knows which are locked; nil where nothing locks.
    let locks: (any PasswordLocks)?
}

extension ServerDataAccess {
    /// Opens the data with what finds accounts and knows of their locks.
    func withAccounts(
        _ more: [Migration] = [],
        _ body: @escaping @Sendable (ServerData, AccountsAtDesk) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        let declared = try declarations()
        let keepers = declared.values(of: AddressKeepers.self)
        let finder = declared.values(of: PasswordLockFinders.self).first
        let migrations = keepers.flatMap(\.migrations) + (finder?.migrations(declared) ?? []) + more
        return try await withData(AccountsMigrations.all + migrations) { data in
            let locks = try await finder?.open(declared, data.keys, data.cryptography.authentication)
            return try await body(
                data, AccountsAtDesk(accounts: AccountLookup(keepers: keepers, now: data.now()), locks: locks ?? nil))
        }
    }
}

extension PasswordLock {
    /// What it is called.
    var label: LocalizedText { LocalizedText(en: "Locked", es: "Bloqueada") }

    /// Until when, and why.
    var text: LocalizedText {
        switch self {
        case .until(let end):
            let end = LocalizedText.moment(end)
            return LocalizedText(
                en: "by wrong passwords, until \(end.english)", es: "por contraseñas incorrectas, hasta \(end.spanish)")
        case .untilReset:
            return LocalizedText(
                en: "by very many wrong passwords, until the password is set anew or the account is unlocked",
                es: "por muchísimas contraseñas incorrectas, hasta que se ponga otra o se desbloquee la cuenta")
        }
    }
}
