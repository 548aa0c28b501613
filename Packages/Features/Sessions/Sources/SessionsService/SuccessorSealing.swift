package import CoreModels
package import CryptographyAPI
package import FoundationEssentials

/// Seals the successor of a refresh token so that only the token itself, which
/// is stored nowhere, opens it again.
package struct SuccessorSealing: Sendable {
    private static let info = Data("essential refresh token: successor 1".utf8)

    private let keys: any SymmetricKeyMaking
    private let derivation: any KeyDerivation
    private let encryption: any AuthenticatedEncryption

    package init(_ cryptography: Cryptography) {
        keys = cryptography.keys
        derivation = cryptography.derivation
        encryption = cryptography.encryption
    }

    package func seal(_ successor: Secret, for token: Secret, of session: SessionID) throws(CryptographyError) -> Data {
        try encryption.seal(successor, using: key(token), authenticating: place(session)).combined
    }

    package func open(_ sealed: Data, with token: Secret, of session: SessionID) throws(CryptographyError) -> Secret {
        try encryption.open(SealedBox(combined: sealed), using: key(token), authenticating: place(session))
    }

    private func key(_ token: Secret) throws(CryptographyError) -> any SymmetricKey {
        try derivation.deriveKey(
            from: keys.makeKey(copying: token), salt: Data(), info: Self.info, byteCount: 32)
    }

    private func place(_ session: SessionID) -> Data {
        Data(session.description.utf8)
    }
}
