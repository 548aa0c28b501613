import CoreModels
import CryptographyAPI
import FoundationEssentials

/// Hashes of other programs: what they do with a password takes the place of scrypt.
extension ScryptPasswordHashing {
    func adopt(_ hash: ForeignPasswordHash) throws(CryptographyError) -> PasswordHash {
        try hash.derivation.requireLibrary()
        guard let pepper = peppers[pepperID] else { throw .unknownPepper(id: pepperID) }
        let code = try authentication.authenticationCode(for: hash.digest, using: pepper)
        return EncodedPasswordHash(.foreign(hash.derivation), pepperID: pepperID, salt: hash.salt, digest: code).hash
    }

    func foreignDerivation(of hash: PasswordHash) -> ForeignDerivation? {
        guard case .foreign(let derivation)? = (try? EncodedPasswordHash(hash))?.derivation else { return nil }
        return derivation
    }

    func verifyDecoy(_ password: Secret, like derivation: ForeignDerivation) async throws(CryptographyError) {
        let salt =
            if case .bcrypt = derivation { Data(repeating: UInt8(ascii: "."), count: BcryptText.saltByteCount) } else {
                Data(count: EncodedPasswordHash.saltByteCount)
            }
        // Taken apart like one that is stored, which is work as well.
        let decoy = EncodedPasswordHash(
            .foreign(derivation), pepperID: pepperID, salt: salt,
            digest: Data(count: EncodedPasswordHash.digestByteCount))
        _ = try await verify(password, against: decoy.hash)
    }

    func requireLibrary(for derivation: ForeignDerivation) throws(CryptographyError) {
        try derivation.requireLibrary()
    }
}
