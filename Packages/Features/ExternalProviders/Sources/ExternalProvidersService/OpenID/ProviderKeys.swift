import CoreModels
package import CryptographyAPI
package import FoundationEssentials

/// The keys with which a provider signs, each for one algorithm.
package struct ProviderKeys: Sendable {
    /// By their names.
    let byName: [String: any VerificationKey]

    /// No provider has more; each one costs time.
    private static let limit = 32

    /// Reads a set of keys (RFC 7517, section 5).
    ///
    /// Keys of other kinds, for other uses and damaged ones are passed over; none of
    /// them signs what is believed here.
    package init(_ data: Data, _ making: any SigningKeyMaking) throws {
        guard let set = try? WireDecoder().decode(KeySet.self, from: data), set.keys.count <= Self.limit else {
            throw ProviderFailure.malfunction(reason: "the set of keys isn't one")
        }
        var byName: [String: any VerificationKey] = [:]
        for published in set.keys.compactMap(\.key) {
            guard let key = try? making.makeForeignVerificationKey(published) else { continue }
            // One name for two keys is no name.
            let name = published.keyID ?? key.thumbprint
            guard byName.updateValue(key, forKey: name) == nil else {
                throw ProviderFailure.malfunction(reason: "two keys have one name")
            }
        }
        self.byName = byName
    }

    private struct KeySet: Decodable {
        let keys: [Entry]
    }

    private struct Entry: Decodable {
        let key: JSONWebKey?

        init(from decoder: any Decoder) throws {
            key = try? JSONWebKey(from: decoder)
        }
    }
}
