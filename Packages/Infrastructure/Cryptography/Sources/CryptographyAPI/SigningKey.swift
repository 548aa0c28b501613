public import CoreModels
public import FoundationEssentials

/// A key pair that signs.
///
/// Threads may share it. Its secret half never shows in print.
public protocol SigningKey: Sendable {
    /// The public half.
    var verificationKey: any VerificationKey { get }

    /// Signs `data`. A signature has 64 bytes with either algorithm: r and s
    /// side by side (RFC 7518 section 3.4), or that of RFC 8032.
    func signature(for data: Data) throws(CryptographyError) -> Data

    /// Returns the secret half as PKCS #8 in DER (RFC 5958), ready to be sealed.
    func exportPrivateKey() throws(CryptographyError) -> Secret
}
