package import CryptographyAPI
import FoundationEssentials
import Locking

/// Names requests: 132 random bits each, in the letters of base64url (RFC 4648,
/// section 5), drawn many at a time, since that costs hardly more than drawing
/// them once.
package final class RequestIDs: Sendable {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let length = 22
    private static let supply = 256

    private struct Supply {
        var bytes: [UInt8] = []
        var used = 0
    }

    private let random: any RandomSource
    private let state = Locked(Supply())

    package init(random: any RandomSource) {
        self.random = random
    }

    /// A name that nothing else has; a random UUID when the system has no
    /// randomness to give.
    package func next() -> String {
        let name = state.withLock { state -> String? in
            if state.used == state.bytes.count {
                guard let bytes = try? random.bytes(Self.length * Self.supply) else { return nil }
                state.bytes = Array(bytes)
                state.used = 0
            }
            let first = state.used
            state.used += Self.length
            return unsafe String(unsafeUninitializedCapacity: Self.length) { name in
                for position in 0..<Self.length {
                    unsafe name[position] = Self.letters[Int(state.bytes[first + position] & 63)]
                }
                return Self.length
            }
        }
        return name ?? UUID().uuidString
    }
}
