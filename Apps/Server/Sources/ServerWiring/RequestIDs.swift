import CryptographyAPI
import FoundationEssentials
import Locking

/// Names requests: 128 random bits each, drawn many at a time, since that costs
/// hardly more than drawing them once.
final class RequestIDs: Sendable {
    private static let length = 16
    private static let supply = 256

    private let random: any RandomSource
    private let rest = Locked(Data())

    init(random: any RandomSource) {
        self.random = random
    }

    func next() -> String {
        let bytes = rest.withLock { rest -> Data? in
            if rest.isEmpty { rest = (try? random.bytes(Self.length * Self.supply)) ?? Data() }
            let bytes = rest.prefix(Self.length)
            rest = rest.dropFirst(Self.length)
            return bytes.isEmpty ? nil : bytes
        }
        return bytes.map { Base64URL.encode($0) } ?? UUID().uuidString
    }
}
