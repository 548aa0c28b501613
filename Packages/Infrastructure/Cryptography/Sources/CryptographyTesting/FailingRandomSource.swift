public import CoreModels
public import CryptographyAPI
public import FoundationEssentials

/// A source that never has any randomness to give.
public struct FailingRandomSource: RandomSource {
    /// What is thrown.
    public let error: CryptographyError

    /// Creates a source that throws `error`.
    public init(error: CryptographyError = .libraryFailure(operation: "RAND_bytes", details: [])) {
        self.error = error
    }

    /// Always throws.
    public func bytes(_ count: Int) throws(CryptographyError) -> Data { throw error }

    /// Always throws.
    public func secret(byteCount: Int) throws(CryptographyError) -> Secret { throw error }
}
