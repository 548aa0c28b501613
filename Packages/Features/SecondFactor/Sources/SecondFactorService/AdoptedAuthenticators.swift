import CoreModels
import CryptographyAPI
import FoundationEssentials
import SQLStoreAPI
import SecondFactorServiceAPI
import ServerKeysAPI

/// Gives accounts the authenticators that their persons had in another account system.
struct AdoptedAuthenticators: AuthenticatorAdopting {
    let keys: FactorKeys
    let sealing: any SymmetricKey

    func addAuthenticator(
        _ secret: Secret, of user: UserID, at now: Date, in transaction: any SQLWriting
    ) throws {
        let sealed = try keys.seal(secret, of: user, using: sealing)
        // Nobody proves anything by a code that was shown before the account was here.
        try AuthenticatorRow.insertInForce(
            sealed, of: user, after: TimedCode.step(at: now) - 2, at: now, in: transaction)
    }
}

extension AuthenticatorAdoption {
    static let authenticators = AuthenticatorAdoption(SecondFactorMigrations.all) { serverKeys, cryptography in
        AdoptedAuthenticators(
            keys: FactorKeys(cryptography: cryptography, serverKeys: serverKeys),
            sealing: try await serverKeys.key(for: .authenticatorSeal))
    }
}
