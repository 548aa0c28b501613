import CoreModels
import CryptographyAPI
import FoundationEssentials
import ServerKeysAPI

extension ServerKeyPurpose {
    /// Seals the secrets of authenticators.
    static let authenticatorSeal = ServerKeyPurpose("second-factor.seal.1")
    /// Makes the digests of recovery codes.
    static let recoveryCodes = ServerKeyPurpose("second-factor.recovery.1")
}

/// Makes, seals and checks what proves a second factor.
///
/// A copy of the database opens no secret and lets nobody try recovery codes:
/// both take the server's keys.
struct FactorKeys: Sendable {
    let cryptography: Cryptography
    let serverKeys: any ServerKeyProviding

    /// A secret for an authenticator.
    func makeSecret() throws -> Secret { try cryptography.random.secret(byteCount: TimedCode.secretByteCount) }

    func seal(_ secret: Secret, of user: UserID) async throws -> Data {
        try seal(secret, of: user, using: try await serverKeys.key(for: .authenticatorSeal))
    }

    /// Seals in a transaction, which waits for nothing.
    func seal(_ secret: Secret, of user: UserID, using key: any SymmetricKey) throws -> Data {
        try cryptography.encryption.seal(secret, using: key, authenticating: Data(user.description.utf8)).combined
    }

    /// The first of the steps of which somebody typed the code; nil if none.
    func step(of typed: Secret, among steps: [Int64], sealed: Data, of user: UserID) async throws -> Int64? {
        let secret = try cryptography.encryption.open(
            SealedBox(combined: sealed), using: try await serverKeys.key(for: .authenticatorSeal),
            authenticating: Data(user.description.utf8))
        let key = try cryptography.keys.makeKey(copying: secret)
        return try steps.first { step in
            let hash = try cryptography.authentication.oneTimeCode(for: TimedCode.message(of: step), using: key)
            return typed.isEqual(to: Secret(TimedCode.code(from: hash)))
        }
    }

    /// A recovery code as people read it, such as `K7QPA-2MXHW`.
    func makeRecoveryCode() throws -> Secret {
        let letters = Base32.encode(try cryptography.random.bytes(7)).prefix(TypedCode.recoveryLength)
        return Secret(Array(letters.prefix(5)) + [UInt8(ascii: "-")] + letters.suffix(5))
    }

    /// What is kept of a recovery code.
    func digest(ofRecoveryCode letters: Secret, of user: UserID) async throws -> Data {
        let message = unsafe letters.withUnsafeBytes { unsafe Data(user.description.utf8) + Data($0) }
        return try cryptography.authentication.authenticationCode(
            for: message, using: try await serverKeys.key(for: .recoveryCodes))
    }
}
