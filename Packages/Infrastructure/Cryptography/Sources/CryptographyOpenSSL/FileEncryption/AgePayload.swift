import CryptographyAPI
import FoundationEssentials

/// The content of an encrypted file: chunks that can be neither changed, nor put into another order, nor left out,
/// also at the end, whose chunk is marked (https://c2sp.org/age, section “Payload”; STREAM of Hoang, Reyhanitabar,
/// Rogaway and Vizár, 2015).
struct AgePayload {
    static let nonceByteCount = 16
    private static let chunkByteCount = 64 << 10

    /// What is done with a chunk.
    enum Direction {
        case sealing
        case opening
    }

    private let cipher: ChaCha20Poly1305
    private let key: any SymmetricKey
    private let direction: Direction
    /// How long each chunk is that comes in, but the last one.
    private let inputByteCount: Int
    private var counter: UInt64 = 0
    private var kept = Data()

    init(_ direction: Direction, _ cipher: ChaCha20Poly1305, _ key: any SymmetricKey) {
        self.direction = direction
        self.cipher = cipher
        self.key = key
        inputByteCount = Self.chunkByteCount + (direction == .opening ? ChaCha20Poly1305.tagByteCount : 0)
    }

    /// Keeps the last chunk back, since it may be the last of the file.
    mutating func update(_ piece: Data) throws(FileEncryptionError) -> Data {
        kept += piece
        var output = Data(), start = kept.startIndex
        while kept.endIndex - start > inputByteCount {
            output += try work(kept[start..<start + inputByteCount], isLast: false)
            start += inputByteCount
        }
        kept = Data(kept[start...])
        return output
    }

    mutating func finish() throws(FileEncryptionError) -> Data { try work(kept, isLast: true) }

    private mutating func work(_ chunk: Data, isLast: Bool) throws(FileEncryptionError) -> Data {
        // The counter has 11 bytes; nobody has a file for which 8 aren't enough.
        let nonce: [UInt8] =
            [0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
            + [isLast ? 1 : 0]
        defer { counter += 1 }
        do throws(CryptographyError) {
            return try unsafe chunk.withBytes { input throws(CryptographyError) in
                switch direction {
                case .sealing: return try unsafe cipher.seal(input, nonce: nonce, using: key)
                case .opening:
                    let count = input.count - ChaCha20Poly1305.tagByteCount
                    // A chunk of nothing is that of a file of nothing.
                    guard count > 0 || count == 0 && counter == 0 && isLast else { throw .authenticationFailed }
                    return try unsafe makeData(count) { output throws(CryptographyError) in
                        try unsafe cipher.open(input, into: output, nonce: nonce, using: key)
                    }
                }
            }
        } catch .authenticationFailed {
            throw .changedPayload
        } catch {
            throw .library(error)
        }
    }
}
