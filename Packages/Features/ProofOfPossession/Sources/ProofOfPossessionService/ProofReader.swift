import CoreModels
package import CryptographyAPI
import FoundationEssentials
import Locking
package import ProofOfPossessionContract

/// Reads proofs and checks their signatures.
///
/// The header of a key's proofs is always the same text, so that of a key in
/// use is read once: checking that a point is on the curve costs more than a
/// signature.
package final class ProofReader: Sendable {
    /// A proof whose signature holds.
    package struct Proof: Sendable {
        /// The name of the key that signed it.
        package var keyThumbprint: String { key.thumbprint }
        package let claims: ProofClaims
        fileprivate let header: String
        fileprivate let key: any VerificationKey
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
        guard let claims = try? WireDecoder().decode(ProofClaims.self, from: payload) else {
            throw .invalid(reason: "claims of another form")
        }
        guard (1...256).contains(claims.identifier.utf8.count) else { throw .invalid(reason: "no or too long a jti") }
        return Proof(claims: claims, header: header, key: key)
    }

    private func makeKey(_ header: String) throws(ProofRefusal) -> any VerificationKey {
        guard let data = Base64URL.decode(header), let header = try? WireDecoder().decode(Header.self, from: data)
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

    /// Remembers the key of a proof that somebody relied on; strangers make keys
    /// up as they like.
    ///
    /// When there are too many, all are forgotten: reading those in use again
    /// costs less than keeping their order.
    package func rememberKey(of proof: Proof) {
        keys.withLock { keys in
            guard keys[proof.header] == nil else { return }
            if keys.count >= capacity { keys.removeAll(keepingCapacity: true) }
            keys[proof.header] = proof.key
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
