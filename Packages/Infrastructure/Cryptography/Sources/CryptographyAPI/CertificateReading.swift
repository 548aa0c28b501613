public import FoundationEssentials

/// Reads certificates of X.509 (RFC 5280).
public protocol CertificateReading: Sendable {
    /// The SubjectPublicKeyInfo of a certificate, in DER, as it stands there (RFC 5280, section 4.1.2.7).
    ///
    /// Nothing is verified: neither the signature nor the dates.
    ///
    /// - Parameter certificate: In DER, with nothing behind it.
    /// - Throws: ``CryptographyError/invalidInput(reason:)`` for what is no certificate.
    func publicKeyInfo(ofCertificate certificate: Data) throws(CryptographyError) -> Data
}
