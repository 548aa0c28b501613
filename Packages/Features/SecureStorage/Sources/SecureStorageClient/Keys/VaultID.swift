import CoreModels
import FoundationEssentials

/// Tells vaults apart; 16 random bytes.
struct VaultID: Hashable, Sendable {
    static let byteCount = 16

    let bytes: Data

    init?(_ bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The bytes in base 16.
    var text: String { bytes.hexadecimal }
}
