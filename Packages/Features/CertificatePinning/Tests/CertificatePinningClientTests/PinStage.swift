import CertificatePinningAPI
import CertificatePinningClient
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import KernelTesting
import Locking
import PluginKit
import SecureStorageAPI
import SecureStorageTesting
import Testing

/// A device with a vault, an operator with a key, and a clock.
final class PinStage: Sendable {
    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    let cryptography: Cryptography
    let key: any SigningKey
    let secrets = InMemorySecretStore()
    let folder: TemporaryFolder
    let clock = Locked(PinStage.start)
    let warnings = Locked(0)
    let server: ServerAddress

    init(server: String = "https://example.com:8443") throws {
        self.server = try ServerAddress(parsing: server)
        cryptography = try Cryptography.real()
        key = try cryptography.signatures.makeSigningKey(.edDSA)
        folder = try TemporaryFolder()
    }

    var signer: PinSigner { PinSigner(key.verificationKey.jsonWebKey.x ?? "") }

    static func pin(_ byte: UInt8) -> String { Data(repeating: byte, count: 32).base64EncodedString() }

    static func pins(_ bytes: UInt8...) -> Set<PublicKeyPin> { Set(bytes.compactMap { PublicKeyPin(pin($0)) }) }

    /// Another run of the program on the same device.
    func device(_ secrets: (any SecretReading & SecretUpdating)? = nil) -> (any PinKeeping, any HostPinning) {
        let assembly = CertificatePinningClientPlugin.assemble(
            .init(
                certificates: NoCertificates(), transport: HTTPTransportStub(failure: .timedOut),
                secrets: secrets ?? self.secrets, mark: folder.path(of: "pinned"),
                server: server, cryptography: cryptography, now: { [clock] in clock.current },
                onEnding: { [warnings] _ in warnings.withLock { $0 += 1 } }))
        let pinning = assembly.contributions.values(of: HostPinnings.self)
        precondition(pinning.count == 1)
        return (assembly.exports.pins, pinning[0])
    }

    func claims(_ version: Int, _ host: String = "example.com", pin: UInt8 = 1, backup: UInt8 = 2) -> PinClaims {
        PinClaims(
            version: version, issuedAt: Self.start, expiresAt: Self.start.addingTimeInterval(90 * 86_400),
            hosts: [.init(host: host, pins: [Self.pin(pin)], backups: [Self.pin(backup)])])
    }

    func document(_ claims: PinClaims, type: String = PinDocument.type, key: (any SigningKey)? = nil) throws -> Data {
        Data(try cryptography.tokens.sign(claims, type: type, using: key ?? self.key).utf8)
    }

    /// Brings a document onto the device.
    func install(_ claims: PinClaims, signedBy signer: PinSigner? = nil) async throws {
        _ = try await device().0.install(document(claims), signedBy: signer)
    }

    /// Why a document isn't taken; nil if it is.
    func error(_ body: () async throws(PinError) -> KeptPins) async -> PinError? {
        do throws(PinError) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    func pass(days: Double) { clock.withLock { $0.addTimeInterval(days * 86_400) } }

    private struct NoCertificates: CertificateShowing {
        func certificates(of server: ServerAddress) async throws(HTTPTransportError) -> [Data] { throw .cancelled }
    }
}
