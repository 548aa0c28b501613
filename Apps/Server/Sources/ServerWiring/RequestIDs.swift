import CryptographyAPI
import FoundationEssentials
import Locking

/// Names requests: 128 random bits each, drawn many at a time, since that costs
/// hardly more than drawing them once.
final class RequestIDs: Sendable {
    private static let length = 16
    private static let supply = 256

    private struct Supply {
        var bytes: [UInt8] = []
        var used = 0
    }

    private let random: any RandomSource
    private let state = Locked(Supply())

    init(random: any RandomSource) {
        self.random = random
    }

    func next() -> String {
        let bits = state.withLock { state -> [UInt8]? in
            if state.used == state.bytes.count {
                guard let bytes = try? random.bytes(Self.length * Self.supply) else { return nil }
                state.bytes = Array(bytes)
                state.used = 0
            }
            state.used += Self.length
            return Array(state.bytes[state.used - Self.length..<state.used])
        }
        return bits.map { Base64URL.encode($0) } ?? UUID().uuidString
    }
}
