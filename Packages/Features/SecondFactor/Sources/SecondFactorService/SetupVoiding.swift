import AccountsServiceAPI
import CoreModels
import SQLStoreAPI

/// Takes away an authenticator that is only being set up as soon as the password is
/// another one, or its owner has the account back: whoever began to set it up may be
/// whom that keeps out, and its owner can begin anew.
struct SetupVoiding: AccountObserving {
    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        switch event {
        case .passwordReplaced(let user, _), .returned(let user, _):
            try AuthenticatorRow.removeSetup(of: user.id, in: transaction)
        case .created, .verified, .addressReplaced, .deletionBegun, .deleted: break
        }
    }
}
