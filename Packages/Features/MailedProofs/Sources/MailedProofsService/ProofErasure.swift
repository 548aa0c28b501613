import AccountsServiceAPI
import CoreModels
import SQLStoreAPI

/// Forgets, with an account, what was mailed to its person and what they had mailed.
struct ProofErasure: AccountObserving {
    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        guard case .deleted(let user) = event else { return }
        try transaction.run("DELETE FROM mailed_proofs WHERE user_id = \(user.id)")
        try transaction.run(
            "DELETE FROM mailed_messages WHERE asker = \(user.id) OR email = \(user.email.canonical)")
    }
}
