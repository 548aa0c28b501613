public import CoreModels
public import CryptographyAPI
public import FoundationEssentials
import KernelTesting
import Locking

/// Bytes that follow from a seed alone, so that a failing test can be repeated.
///
/// Anybody can predict them: for tests only.
public final class SeededRandomSource: RandomSource {
    private let generator: Locked<SeededGenerator>

    /// Creates a source; equal seeds give equal bytes.
    public init(seed: UInt64) {
        generator = Locked(SeededGenerator(seed: seed))
    }

    /// The next bytes.
    public func bytes(_ count: Int) throws(CryptographyError) -> Data {
        guard count >= 0 else { throw .invalidInput(reason: "a negative number of bytes") }
        return generator.withLock { generator in
            Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        }
    }

    /// The next bytes, as a secret.
    public func secret(byteCount: Int) throws(CryptographyError) -> Secret {
        Secret(try bytes(byteCount))
    }
}
