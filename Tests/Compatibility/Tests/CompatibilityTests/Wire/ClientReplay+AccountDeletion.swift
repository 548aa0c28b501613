import AccountsAPI
import AccountsClient
import FoundationEssentials
import PluginKit

extension ClientReplay {
    func deleteAccount() async -> [String: JSON] {
        let client = AccountsClientPlugin.assemble(
            .init(server: authorized, sessions: store, lock: store)
        ).exports.deleting
        do throws(AccountDeletionError) {
            return ["outcome": .text("deleted"), "due_at": .text(try await client.deleteAccount().formatted(.iso8601))]
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
