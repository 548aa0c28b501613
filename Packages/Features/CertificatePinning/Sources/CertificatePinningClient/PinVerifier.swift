import CertificatePinningAPI
import CryptographyAPI
import FoundationEssentials

/// Reads documents of pins; what it returns was signed, is in time, and says what a set should.
struct PinVerifier: Sendable {
    let tokens: any JSONWebTokenCoding
    let signatures: any SigningKeyMaking
    let now: @Sendable () -> Date

    private static var expectations: JSONWebTokenExpectations {
        JSONWebTokenExpectations(type: PinDocument.type, maximumByteCount: PinDocument.maximumByteCount)
    }

    /// The set of a document.
    ///
    /// - Throws: What a document must not be; nothing is looked at before the signature but its form.
    func set(in document: Data, signedBy signer: PinSigner) throws(PinError) -> PinSet {
        let limit = PinDocument.maximumByteCount
        guard document.count <= limit else { throw .tooLarge(limit: limit) }
        guard let text = String(validating: document, as: UTF8.self) else { throw .malformed }
        let key = try key(of: signer), claims: PinClaims
        do throws(JSONWebTokenError) {
            claims = try tokens.verify(
                String(text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }), as: PinClaims.self,
                expecting: Self.expectations, keys: [key.thumbprint: key], now: now())
        } catch {
            throw PinError(error)
        }
        let set: PinSet
        do throws(PinSetError) {
            set = try PinSet(claims)
        } catch {
            throw .unusable(error)
        }
        guard !set.entries.isEmpty else { throw .unusable(.noHosts) }
        // Tokens are taken for a while after their end, for clocks that differ; nothing would be sent by this one.
        guard set.phase(at: now()) != .expired else { throw .overdue }
        return set
    }

    private func key(of signer: PinSigner) throws(PinError) -> any VerificationKey {
        do {
            return try signatures.makeVerificationKey(
                JSONWebKey(keyType: "OKP", curve: "Ed25519", x: signer.description))
        } catch {
            throw .invalidSigner
        }
    }
}

extension PinError {
    fileprivate init(_ error: JSONWebTokenError) {
        switch error {
        case .expired: self = .overdue
        case .notYetValid: self = .notYetIssued
        case .invalidSignature, .unknownKey, .wrongAlgorithm: self = .unsigned
        case .tooLarge(let limit): self = .tooLarge(limit: limit)
        default: self = .malformed
        }
    }
}
