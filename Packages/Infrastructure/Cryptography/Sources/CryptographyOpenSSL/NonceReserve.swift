import CryptographyAPI
import FoundationEssentials
import Locking

/// Nonces drawn ahead: the random generator takes as long for twelve bytes as
/// for some hundred, which is longer than sealing a short record.
///
/// A child process finds the memory zeroed, with it the number of those left:
/// it draws its own, so that no nonce is used in both.
final class NonceReserve: Sendable {
    private static let capacity = 340
    private static let headByteCount = 8

    private let random: any RandomSource
    /// The number of those left, then the nonces: a page in all.
    private let memory: Locked<LockedRegion>

    init(random: any RandomSource) throws(CryptographyError) {
        self.random = random
        memory = Locked(
            try LockedRegion(
                minimumByteCount: Self.headByteCount + Self.capacity * SealedBox.nonceByteCount, refusal: nil))
    }

    /// Writes a nonce that was never given before to the beginning of `output`.
    func take(into output: UnsafeMutableRawBufferPointer) throws(CryptographyError) {
        try memory.withLock { region throws(CryptographyError) in
            var left = unsafe region.base.load(as: Int.self)
            let nonces = unsafe region.base + Self.headByteCount
            if left == 0 {
                let drawn = try random.bytes(Self.capacity * SealedBox.nonceByteCount)
                left = drawn.count / SealedBox.nonceByteCount
                guard left == Self.capacity else { throw .invalidInput(reason: "too few random bytes") }
                unsafe drawn.copyBytes(to: UnsafeMutableRawBufferPointer(start: nonces, count: drawn.count))
            }
            left -= 1
            unsafe region.base.storeBytes(of: left, as: Int.self)
            unsafe output.copyMemory(
                from: UnsafeRawBufferPointer(
                    start: nonces + left * SealedBox.nonceByteCount, count: SealedBox.nonceByteCount))
        }
    }
}
