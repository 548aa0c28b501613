import CurlKit
import HTTPTransportAPI

/// What decides on the options that a request shares with others.
struct TransferKind: Sendable {
    let isPlain: Bool
    let isLoopback: Bool
    let delivery: OutgoingRequest.Delivery

    /// The limits on time that the options have.
    static let usualLimits = HTTPLimits()
}

/// The options of all kinds of transfers.
struct TransferPresets: Sendable {
    private let presets: [CurlPreset]

    init(_ settings: TransportSettings) {
        presets = (0..<12).map { index in
            let kind = TransferKind(
                isPlain: index & 1 != 0, isLoopback: index & 2 != 0,
                delivery: OutgoingRequest.Delivery.allCases[index >> 2])
            return CurlPreset { (handle) throws(CurlError) in try handle.configure(kind, settings) }
        }
    }

    subscript(kind: TransferKind) -> CurlPreset {
        presets[(kind.isPlain ? 1 : 0) | (kind.isLoopback ? 2 : 0) | kind.delivery.rawValue << 2]
    }
}
