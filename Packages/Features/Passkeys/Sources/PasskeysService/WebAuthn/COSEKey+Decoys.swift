package import CryptographyAPI
package import FoundationEssentials

extension COSEKey {
    /// What a signature may be, judged by itself: neither whose passkey it is for nor
    /// whether there is one plays a part.
    package enum Form: Hashable, Sendable {
        /// Two numbers in DER.
        case ecdsa
        /// 64 bytes.
        case ed25519
        /// As many bytes as a modulus may have.
        case rsa(byteCount: Int)

        /// All that it may be: one, seldom two, or nothing that a passkey gives.
        package static func all(of signature: Data) -> [Form] {
            var forms: [Form] = ECDSASignature.raw(fromDER: signature) == nil ? [] : [.ecdsa]
            if signature.count == 64 { forms.append(.ed25519) }
            if (256...512).contains(signature.count) { forms.append(.rsa(byteCount: signature.count)) }
            return forms
        }
    }

    /// Nobody's key for a form: verifying against it takes as long as against any other.
    package static func decoy(for form: Form) -> COSEKey {
        switch form {
        case .ecdsa: decoy
        case .ed25519:
            COSEKey(
                // RFC 8032, section 7.1, test 1.
                jsonWebKey: JSONWebKey(
                    keyType: "OKP", curve: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
                    algorithm: SignatureAlgorithm.edDSA.rawValue),
                algorithm: .edDSA)
        case .rsa(let byteCount):
            COSEKey(
                jsonWebKey: JSONWebKey(
                    // The largest of that size: no signature below another one is too large for it.
                    keyType: "RSA", modulus: Base64URL.encode(Data(repeating: 0xFF, count: byteCount)),
                    exponent: exponent, algorithm: SignatureAlgorithm.rs256.rawValue),
                algorithm: .rs256)
        }
    }

    /// The one that is read where nobody has a passkey.
    package static let decoy = COSEKey(
        jsonWebKey: JSONWebKey(
            keyType: "EC", curve: "P-256", x: "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY",
            y: "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU", algorithm: SignatureAlgorithm.es256.rawValue),
        algorithm: .es256)

    /// Whether a stranger's signature is by this key, for work that tells nothing of it (D2).
    ///
    /// For each form that the signature may have one key is verified against: this one
    /// where it signs like that, and else a decoy. So who sends what an RSA key would sign
    /// has the server do what an RSA key takes, whichever key the passkey has, and whether
    /// there is one.
    package func isValidForStrangers(
        _ signature: Data, for data: Data, _ signatures: any SigningKeyMaking
    ) throws(CryptographyError) -> Bool {
        var isValid = false
        for form in Form.all(of: signature) {
            let isOwn = signs(as: form, signature)
            let holds = try (isOwn ? self : Self.decoy(for: form)).isValid(signature, for: data, signatures)
            isValid = isValid || (isOwn && holds)
        }
        return isValid
    }

    /// The library refuses a number beyond the modulus before it begins: such a signature is
    /// by none of a key's.
    private func signs(as form: Form, _ signature: Data) -> Bool {
        switch form {
        case .ecdsa: algorithm == .es256
        case .ed25519: algorithm == .edDSA
        case .rsa(let byteCount):
            jsonWebKey.modulus.flatMap { Base64URL.decode($0) }.map {
                $0.count == byteCount && signature.lexicographicallyPrecedes($0)
            } ?? false
        }
    }
}
