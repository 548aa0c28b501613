import FoundationEssentials
import HTTPTransportAPI
import Presenting

/// The keys that the server of a request may have.
struct PinnedKeys: Sendable {
    /// As the library takes them.
    let text: String
    /// What is said of any other key.
    let otherwise: Obstacle
}

extension TransportSettings {
    /// The keys that a server may have; nil for whichever its certificate has.
    ///
    /// - Throws: `refusedByPins` where there is none, or no connection that could prove one.
    func pins(of outgoing: OutgoingRequest) async throws(HTTPTransportError) -> PinnedKeys? {
        let host = outgoing.request.url.host(percentEncoded: false) ?? ""
        for pinning in pinnings() {
            let pins = await pinning.pins(of: host)
            guard !Task.isCancelled else { throw .cancelled }
            switch pins {
            case .any: continue
            case .none(let obstacle): throw .refusedByPins(obstacle)
            case .keys(let keys, let otherwise):
                // Without TLS nobody shows a key; and without a key the library would compare none.
                guard !outgoing.isPlain, !keys.isEmpty else { throw .refusedByPins(otherwise) }
                let text = keys.map { "sha256//\($0)" }.sorted().joined(separator: ";")
                return PinnedKeys(text: text, otherwise: otherwise)
            }
        }
        return nil
    }
}
