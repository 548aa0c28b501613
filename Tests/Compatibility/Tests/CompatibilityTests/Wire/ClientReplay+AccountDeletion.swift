import AccountsAPI
import AccountsClient
import CoreModels
import FoundationEssentials
import PluginKit
import SessionsAPI
import SessionsTesting

extension ClientReplay {
    func deleteAccount() async -> [String: JSON] {
        let client = AccountsClientPlugin.assemble(
            .init(server: authorized, sessions: store, lock: store)
        ).exports.deleting
        do throws(AccountDeletionError) {
            guard let person = await store.load().person else { throw .failed(.notLoggedIn) }
            let due = try await client.deleteAccount(of: person.id)
            return ["outcome": .text("deleted"), "due_at": .text(due.formatted(.iso8601))]
        } catch {
            return error.told
        }
    }
}

extension AccountDeletionError {
    fileprivate var told: [String: JSON] {
        switch self {
        case .notRecent, .tooMany: outcome(code)
        case .failed(let error): error.told
        }
    }
}
