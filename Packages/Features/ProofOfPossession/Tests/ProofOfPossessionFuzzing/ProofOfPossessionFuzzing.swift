import CoreModels
import CryptographyAPI
import FoundationEssentials
public import KernelTesting
import ProofOfPossessionContract
import ProofOfPossessionService

/// What fuzzers try of the package.
public enum ProofOfPossessionFuzzing {
    /// Proofs of possession.
    public static let readers: [FuzzedReader] = [proof]

    /// Header and claims in the clear, separated by a line feed: what a fuzzer
    /// can't do is sign.
    ///
    /// Anything else is taken for a proof as it is.
    private static let proof = FuzzedReader("proof") { bytes in
        let reader = ProofReader(signatures: CredulousKeys())
        _ = try? reader.read(String(decoding: bytes, as: UTF8.self))
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        let text = "\(Base64URL.encode(parts[0])).\(Base64URL.encode(parts[1])).AAAA"
        guard let proof = try? reader.read(text) else { return }
        precondition((1...256).contains(proof.claims.identifier.utf8.count), "a proof without a name")
    }
}

/// Keys that take every signature for their own.
private struct CredulousKeys: SigningKeyMaking {
    func makeSigningKey(_ algorithm: SignatureAlgorithm) throws(CryptographyError) -> any SigningKey {
        throw .authenticationFailed
    }

    func importPrivateKey(_ pkcs8: Secret) throws(CryptographyError) -> any SigningKey { throw .authenticationFailed }

    func makeVerificationKey(_ jsonWebKey: JSONWebKey) throws(CryptographyError) -> any VerificationKey {
        CredulousKey(jsonWebKey: jsonWebKey)
    }

    func makeForeignVerificationKey(_ jsonWebKey: JSONWebKey) throws(CryptographyError) -> any VerificationKey {
        CredulousKey(jsonWebKey: jsonWebKey)
    }

    private struct CredulousKey: VerificationKey {
        let algorithm = SignatureAlgorithm.es256
        let thumbprint = "k"
        let jsonWebKey: JSONWebKey

        func isValid(_ signature: Data, for data: Data) throws(CryptographyError) -> Bool { true }
    }
}
