import AccountsServiceAPI
import CoreModels
import SQLStoreAPI

/// Takes away an authenticator that is only being set up as soon as the password is
/// another one, or its owner has the account back: whoever began to set it up may be
/// whom that keeps out, and its owner can begin anew.
///
/// The same holds when the address is proved by somebody who may not be whom the account was
/// made by.
struct SetupVoiding: AccountObserving {
    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        switch event {
        case .passwordReplaced(let user, _), .returned(let user, _), .verified(let user, by: .reader):
            try AuthenticatorRow.removeSetup(of: user.id, in: transaction)
        case .created, .verified(_, by: .member), .addressReplaced, .recovered, .deletionBegun, .deleted: break
        }
    }
}
