import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import Locking

/// Real keys that note what is verified, by what the work depends on.
///
/// Threads may share it.
final class NotedVerifications: SigningKeyMaking {
    private let real: any SigningKeyMaking
    private let noted = Locked<[String]>([])

    init() throws { real = try Cryptography.real().signatures }

    /// What was verified since the last call.
    func take() -> [String] {
        noted.withLock { noted in
            defer { noted = [] }
            return noted
        }
    }

    func makeSigningKey(_ algorithm: SignatureAlgorithm) throws(CryptographyError) -> any SigningKey {
        try real.makeSigningKey(algorithm)
    }

    func importPrivateKey(_ pkcs8: Secret) throws(CryptographyError) -> any SigningKey {
        try real.importPrivateKey(pkcs8)
    }

    func makeVerificationKey(_ jsonWebKey: JSONWebKey) throws(CryptographyError) -> any VerificationKey {
        try real.makeVerificationKey(jsonWebKey)
    }

    func makeForeignVerificationKey(_ jsonWebKey: JSONWebKey) throws(CryptographyError) -> any VerificationKey {
        NotedKey(real: try real.makeForeignVerificationKey(jsonWebKey)) { [noted] work in
            noted.withLock { $0.append(work) }
        }
    }

    private struct NotedKey: VerificationKey {
        let real: any VerificationKey
        let note: @Sendable (String) -> Void

        var algorithm: SignatureAlgorithm { real.algorithm }
        var jsonWebKey: JSONWebKey { real.jsonWebKey }
        var thumbprint: String { real.thumbprint }

        func isValid(_ signature: Data, for data: Data) throws(CryptographyError) -> Bool {
            note("\(algorithm.rawValue) \(size(signature))")
            return try real.isValid(signature, for: data)
        }

        /// How much RSA has to do: by the length of the modulus, by the exponent, and nothing
        /// where the number isn't below the modulus.
        private func size(_ signature: Data) -> String {
            guard let text = jsonWebKey.modulus, let modulus = Base64URL.decode(text) else { return "" }
            let begins = signature.count == modulus.count && signature.lexicographicallyPrecedes(modulus)
            return "\(modulus.count) \(jsonWebKey.exponent ?? "") \(begins)"
        }
    }
}
