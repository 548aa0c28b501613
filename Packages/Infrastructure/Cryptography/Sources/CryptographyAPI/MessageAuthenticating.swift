public import FoundationEssentials

/// Computes and checks message authentication codes with HMAC-SHA-256
/// (RFC 2104, FIPS 198-1).
///
/// Threads may share it. It throws
/// ``CryptographyError/libraryFailure(operation:details:)`` when memory runs out.
public protocol MessageAuthenticating: Sendable {
    /// Returns the 32 bytes of the code of `data` under `key`.
    func authenticationCode(for data: Data, using key: any SymmetricKey) throws(CryptographyError) -> Data

    /// Says whether `code` is that of `data` under `key`; compares in constant
    /// time and takes no shortened codes.
    func isValid(
        _ code: Data, for data: Data, using key: any SymmetricKey
    ) throws(CryptographyError) -> Bool

    /// Returns the 20 bytes of HMAC-SHA-1.
    ///
    /// It is for the codes of authenticators alone (RFC 6238), most of which know
    /// nothing else.
    func oneTimeCode(for data: Data, using key: any SymmetricKey) throws(CryptographyError) -> Data
}
