import AccountsServiceAPI
import CoreModels
import MailedProofsServiceAPI
import SQLStoreAPI

/// Makes open links and codes worth nothing as soon as the password is another
/// one: whoever asked for them, or stole them, didn't know that one (RECOV-19).
struct RecoveryVoiding: AccountObserving {
    let kind: MailedProofKind
    let proofs: any MailedProving

    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        guard case .passwordReplaced(let user) = event else { return }
        try proofs.void(kind, of: user.id, in: transaction)
    }
}
