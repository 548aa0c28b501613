import BenchKit
import CNeighbours
import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import FoundationEssentials
import PluginKit

extension BenchSuite {
    /// Sealing, opening and signing, beside OpenSSL's EVP in C.
    static let crypto = BenchSuite("crypto") {
        let cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        let key = try cryptography.keys.makeRandomKey()
        let header = Data("record".utf8)
        var cases: [BenchCase] = []
        for (name, length) in [("256 B", 256), ("4 KB", 4096), ("1 MB", 1 << 20)] {
            let plain = Secret([UInt8](repeating: 1, count: length))
            let box = try cryptography.encryption.seal(plain, using: key, authenticating: header)
            cases.append(
                BenchCase(
                    "AES-256-GCM seal, \(name)", goals: [.timesTheLimit(1.2)],
                    [
                        Contestant("Essential", .subject) { count in
                            for _ in 0..<count {
                                _ = try cryptography.encryption.seal(plain, using: key, authenticating: header)
                            }
                        },
                        Contestant("C over EVP, kept context and buffer", .limit) { count in
                            try check(neighbour_aes_gcm_seal(count, length))
                        },
                    ]))
            cases.append(
                BenchCase(
                    "AES-256-GCM open, \(name)", goals: [.timesTheLimit(1.2)],
                    [
                        Contestant("Essential", .subject) { count in
                            for _ in 0..<count {
                                _ = try cryptography.encryption.open(box, using: key, authenticating: header)
                            }
                        },
                        Contestant("C over EVP, kept context and buffer", .limit) { count in
                            try check(neighbour_aes_gcm_open(count, length))
                        },
                    ]))
        }
        let signing = try cryptography.signatures.makeSigningKey(.es256)
        let text = Data(repeating: 0, count: 256)
        cases.append(
            BenchCase(
                "ES256 sign, 256 B",
                [
                    Contestant("Essential", .subject) { count in
                        for _ in 0..<count { _ = try signing.signature(for: text) }
                    },
                    Contestant("C over EVP, kept key", .limit) { count in try check(neighbour_es256_sign(count)) },
                ]))
        return cases
    }
}

/// What a neighbour in C could not do.
struct NeighbourFailure: Error {
    let step: Int32
}

private func check(_ result: Int32) throws {
    if result != 0 { throw NeighbourFailure(step: result) }
}
