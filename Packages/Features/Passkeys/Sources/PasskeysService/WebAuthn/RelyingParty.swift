import CoreModels
package import FoundationEssentials
import HTTPServingAPI

/// Who asks for passkeys: this server, by the address under which people reach it
/// (WebAuthn level 3, section 5.1.2).
///
/// Browsers have passkeys for names, not for numbers, and only where nobody listens in.
package struct RelyingParty: Hashable, Sendable {
    /// The name to which passkeys belong.
    package let id: String
    /// The pages on which they are used (RFC 6454, section 6.1).
    package let origin: String

    /// - Returns: nil for an address for which there can be no passkeys.
    package init?(at address: URL?) {
        guard let address, let scheme = address.scheme?.lowercased(), let host = address.host()?.lowercased(),
            IPAddress(host) == nil, !host.hasPrefix("["), scheme == "https" || Self.isLocal(host)
        else { return nil }
        id = host
        let usual = scheme == "https" ? 443 : 80
        let port = address.port.flatMap { $0 == usual ? nil : ":\($0)" }
        origin = "\(scheme)://\(host)\(port ?? "")"
    }

    private static func isLocal(_ host: String) -> Bool { host == "localhost" || host.hasSuffix(".localhost") }
}

/// What a browser says of the page on which an authenticator answered (WebAuthn level
/// 3, section 5.8.1).
package struct ClientData: Decodable, Sendable {
    package let type: String
    package let challenge: String
    package let origin: String
    package let crossOrigin: Bool?
    package let topOrigin: String?

    /// Reads it; a mark of the order of bytes is passed over (section 7.1, step 5).
    package init(reading data: Data) throws(CeremonyFailure) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = data.starts(with: mark) ? data.dropFirst(mark.count) : data
        guard let value = try? WireCoding.decoder().decode(Self.self, from: Data(text)) else {
            throw .malformed(.clientData)
        }
        self = value
    }
}
