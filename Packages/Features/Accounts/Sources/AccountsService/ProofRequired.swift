import CoreModels
import SQLStoreAPI
import SessionsServiceAPI

/// Keeps people out until they have proved their address (D5).
struct ProofRequired: AccountStateKnowing {
    func states(of user: User, in transaction: any SQLReading) throws -> Set<AccountState> {
        user.isVerified ? [] : [.unverified]
    }
}
