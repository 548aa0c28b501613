import CoreModels
import CryptographyAPI
import FoundationEssentials

/// Password hashes by scrypt, then HMAC-SHA-256 with a pepper.
struct ScryptPasswordHashing: PasswordHashing {
    private let cost: ScryptCost
    let pepperID: String
    let peppers: [String: any SymmetricKey]
    private let workers: BoundedWorkers
    private let random: any RandomSource
    let authentication = HMACAuthentication()
    private let comparison = OpenSSLConstantTimeComparison()
    /// The hash of no password, for accounts that don't exist.
    private let decoy: PasswordHash

    init(
        cost: ScryptCost, pepper: Pepper, retiredPeppers: [Pepper], workers: BoundedWorkers,
        random: any RandomSource
    ) throws(CryptographyError) {
        try Scrypt.validate(cost)
        var peppers: [String: any SymmetricKey] = [:]
        for pepper in [pepper] + retiredPeppers {
            guard EncodedPasswordHash.isPepperID(pepper.id) else {
                throw .invalidInput(reason: "a pepper's id has 1 to 32 letters, digits and hyphens")
            }
            guard pepper.key.byteCount >= 16 else { throw .invalidKey(reason: "a pepper has at least 16 bytes") }
            guard peppers.updateValue(pepper.key, forKey: pepper.id) == nil else {
                throw .invalidInput(reason: "two peppers have the id \(pepper.id)")
            }
        }
        self.cost = cost
        self.pepperID = pepper.id
        self.peppers = peppers
        self.workers = workers
        self.random = random
        decoy =
            EncodedPasswordHash(
                .scrypt(cost), pepperID: pepper.id, salt: try random.bytes(EncodedPasswordHash.saltByteCount),
                digest: try random.bytes(EncodedPasswordHash.digestByteCount)
            ).hash
    }

    func hash(_ password: Secret) async throws(CryptographyError) -> PasswordHash {
        let salt = try random.bytes(EncodedPasswordHash.saltByteCount)
        let digest = try await digest(of: password, salt: salt, by: .scrypt(cost), pepperID: pepperID)
        return EncodedPasswordHash(.scrypt(cost), pepperID: pepperID, salt: salt, digest: digest).hash
    }

    func verify(_ password: Secret, against hash: PasswordHash) async throws(CryptographyError) -> Bool {
        let stored = try EncodedPasswordHash(hash)
        let computed = try await digest(
            of: password, salt: stored.salt, by: stored.derivation, pepperID: stored.pepperID)
        let isEqual = comparison.areEqual(computed, stored.digest)
        // Bcrypt ends a password at its first NUL, and PBKDF2 takes no notice of one at the end (RFC 2104, section 2).
        if case .foreign = stored.derivation {
            return unsafe isEqual && !password.withUnsafeBytes { unsafe $0.contains(0) }
        }
        return isEqual
    }

    func verifyDecoy(_ password: Secret) async throws(CryptographyError) {
        _ = try await verify(password, against: decoy)
    }

    func needsRehash(_ hash: PasswordHash) -> Bool {
        guard let stored = try? EncodedPasswordHash(hash) else { return true }
        return stored.derivation != .scrypt(cost) || stored.pepperID != pepperID
    }

    func digest(
        of password: Secret, salt: Data, by derivation: EncodedPasswordHash.Derivation, pepperID: String
    ) async throws(CryptographyError) -> Data {
        guard let pepper = peppers[pepperID] else { throw .unknownPepper(id: pepperID) }
        return try await workers.run { [authentication] () throws(CryptographyError) in
            return try unsafe withWipedBytes(derivation.derivedByteCount) { derived throws(CryptographyError) in
                switch derivation {
                case .scrypt(let cost):
                    try unsafe Scrypt.derive(from: password, salt: salt, cost: cost, into: derived)
                case .foreign(let foreign): try unsafe foreign.derive(from: password, salt: salt, into: derived)
                }
                return try unsafe authentication.authenticationCode(
                    for: UnsafeRawBufferPointer(derived), using: pepper)
            }
        }
    }
}
