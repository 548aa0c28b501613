import AccountsServiceAPI
import CoreModels
import MailedProofsServiceAPI
import SQLStoreAPI

/// Makes open links and codes worth nothing as soon as the password is another
/// one: whoever asked for them, or stole them, didn't know that one (RECOV-19).
///
/// So does another address: they went to the one before, which may come back.
struct RecoveryVoiding: AccountObserving {
    let kind: MailedProofKind
    let proofs: any MailedProving

    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        switch event {
        case .passwordReplaced(let user, _), .addressReplaced(let user):
            try proofs.void(kind, of: user.id, in: transaction)
        case .created, .verified, .returned, .recovered, .deletionBegun, .deleted: break
        }
    }
}
