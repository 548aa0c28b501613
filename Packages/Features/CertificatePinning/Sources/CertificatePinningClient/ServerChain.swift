import CertificatePinningAPI
import CryptographyAPI
import HTTPTransportAPI

/// Shows the pins of the keys that a server's certificates have.
struct ServerChain: ChainShowing {
    let certificates: any CertificateShowing
    let reading: any CertificateReading
    let hashing: any Hashing

    func pins(of server: ServerAddress) async throws(HTTPTransportError) -> [PublicKeyPin] {
        var pins: [PublicKeyPin] = []
        for certificate in try await certificates.certificates(of: server) {
            guard let key = try? reading.publicKeyInfo(ofCertificate: certificate),
                let pin = (try? hashing.sha256(key)).flatMap({ PublicKeyPin(digest: $0) })
            else { throw .invalidResponse(reason: "A certificate can't be read") }
            pins.append(pin)
        }
        return pins
    }
}
