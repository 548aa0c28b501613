package import CryptographyAPI
import FoundationEssentials
import Locking
package import ProofOfPossessionContract

/// Reads proofs and checks their signatures.
///
/// The header of a key's proofs is always the same text, so it is read once:
/// checking that a point is on the curve costs more than a signature.
package final class ProofReader: Sendable {
    /// A proof whose signature holds.
    package struct Proof: Sendable {
        /// The name of the key that signed it.
        package let keyThumbprint: String
        package let claims: ProofClaims
    }

    /// The longest proof that is looked at, in bytes.
    package static let maximumByteCount = 4096

    private let signatures: any SigningKeyMaking
    private let capacity: Int
    private let keys = Locked<[String: any VerificationKey]>([:])

    package init(signatures: any SigningKeyMaking, capacity: Int = 10_000) {
        self.signatures = signatures
        self.capacity = capacity
    }

    /// Reads a proof.
    ///
    /// - Throws: ``ProofRefusal/invalid(reason:)``.
    package func read(_ text: String) throws(ProofRefusal) -> Proof {
        guard text.utf8.count <= Self.maximumByteCount else { throw .invalid(reason: "too long") }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2])
        else { throw .invalid(reason: "not three parts in base64url") }
        let header = String(parts[0])
        let known = keys.withLock { $0[header] }
        let key = if let known { known } else { try makeKey(header) }
        guard (try? key.isValid(signature, for: Data("\(header).\(parts[1])".utf8))) == true else {
            throw .invalid(reason: "wrong signature")
        }
        if known == nil { remember(key, as: header) }
        guard let claims = try? JSONDecoder().decode(ProofClaims.self, from: payload) else {
            throw .invalid(reason: "claims of another form")
        }
        guard (1...256).contains(claims.identifier.utf8.count) else { throw .invalid(reason: "no or too long a jti") }
        return Proof(keyThumbprint: key.thumbprint, claims: claims)
    }

    private func makeKey(_ header: String) throws(ProofRefusal) -> any VerificationKey {
        guard let data = Base64URL.decode(header), let header = try? JSONDecoder().decode(Header.self, from: data)
        else { throw .invalid(reason: "a header of another form") }
        guard header.type == ProofContract.type else { throw .invalid(reason: "wrong typ") }
        guard header.algorithm == ProofContract.algorithm else { throw .invalid(reason: "wrong alg") }
        // RFC 7515, section 4.1.11: what is critical and not understood.
        guard header.critical == nil else { throw .invalid(reason: "crit") }
        guard let key = try? signatures.makeVerificationKey(header.key), key.algorithm == .es256 else {
            throw .invalid(reason: "no key of P-256")
        }
        return key
    }

    /// Only keys that signed something are remembered.
    ///
    /// When there are too
    /// many, all are forgotten: reading those in use again costs less than
    /// keeping their order.
    private func remember(_ key: any VerificationKey, as header: String) {
        keys.withLock { keys in
            if keys.count >= capacity { keys.removeAll(keepingCapacity: true) }
            keys[header] = key
        }
    }

    /// The header of a proof; a key with its secret half is refused.
    private struct Header: Decodable {
        let type: String
        let algorithm: String
        let key: JSONWebKey
        let critical: [String]?

        private enum CodingKeys: String, CodingKey {
            case type = "typ"
            case algorithm = "alg"
            case key = "jwk"
            case critical = "crit"
        }
    }
}
