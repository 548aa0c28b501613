import BenchKit
import CNeighbours
import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import FoundationEssentials
import PluginKit

extension BenchSuite {
    /// Sealing, opening, hashing and signing, beside OpenSSL's EVP in C.
    static let crypto = BenchSuite("crypto") {
        let cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        var cases: [BenchCase] = []
        for (name, length) in [("256 B", 256), ("4 KB", 4096), ("1 MB", 1 << 20)] {
            cases += try sealingCases(cryptography, name, length)
        }
        return try cases + hashingCases(cryptography) + signingCases(cryptography) + tokenCases(cryptography)
    }

    private static func sealingCases(_ cryptography: Cryptography, _ name: String, _ length: Int) throws -> [BenchCase]
    {
        let encryption = cryptography.encryption
        let key = try cryptography.keys.makeRandomKey()
        let header = Data("record".utf8)
        let plain = Secret([UInt8](repeating: 1, count: length))
        let box = try encryption.seal(plain, using: key, authenticating: header)
        return [
            BenchCase(
                "AES-256-GCM seal, \(name)", goals: [.timesTheLimit(1.2)],
                [
                    Contestant("Essential", .subject) { count in
                        for _ in 0..<count { _ = try encryption.seal(plain, using: key, authenticating: header) }
                    },
                    neighbour("C over EVP, kept context and buffer", .limit) { neighbour_aes_gcm_seal($0, length) },
                    neighbour("the same, nonces drawn ahead", .neighbour) {
                        neighbour_aes_gcm_seal_nonces_ahead($0, length)
                    },
                ]),
            BenchCase(
                "AES-256-GCM open, \(name)", goals: [.timesTheLimit(1.2)],
                [
                    Contestant("Essential, into a kept buffer", .subject) { count in
                        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 16)
                        defer { unsafe buffer.deallocate() }
                        for _ in 0..<count {
                            try unsafe encryption.open(box, into: buffer, using: key, authenticating: header)
                        }
                    },
                    neighbour("C over EVP, kept context and buffer", .limit) { neighbour_aes_gcm_open($0, length) },
                    Contestant("Essential, into a secret of its own", .neighbour) { count in
                        for _ in 0..<count { _ = try encryption.open(box, using: key, authenticating: header) }
                    },
                ]),
        ]
    }

    private static func hashingCases(_ cryptography: Cryptography) -> [BenchCase] {
        [("256 B", 256), ("4 KB", 4096)].map { name, length in
            let data = Data(repeating: 0, count: length)
            return BenchCase(
                "SHA-256, \(name)",
                [
                    Contestant("Essential", .subject) { count in
                        for _ in 0..<count { _ = try cryptography.hashing.sha256(data) }
                    },
                    neighbour("C over EVP, kept context", .limit) { neighbour_sha256($0, length) },
                ])
        }
    }

    private static func signingCases(_ cryptography: Cryptography) throws -> [BenchCase] {
        let key = try cryptography.signatures.makeSigningKey(.es256)
        let text = Data(repeating: 0, count: 256)
        let signature = try key.signature(for: text)
        return [
            BenchCase(
                "ES256 sign, 256 B",
                [
                    Contestant("Essential", .subject) { count in
                        for _ in 0..<count { _ = try key.signature(for: text) }
                    },
                    neighbour("C over EVP, kept key", .limit) { neighbour_es256_sign($0, 256) },
                ]),
            BenchCase(
                "ES256 verify, 256 B",
                [
                    Contestant("Essential", .subject) { count in
                        for _ in 0..<count { _ = try key.verificationKey.isValid(signature, for: text) }
                    },
                    neighbour("C over EVP, kept key", .limit) { neighbour_es256_verify($0, 256) },
                ]),
        ]
    }
}

/// What a neighbour in C could not do.
struct NeighbourFailure: Error {
    let step: Int32
}

/// A contestant in C, which returns 0 if all went well.
func neighbour(
    _ name: String, _ role: Contestant.Role, _ work: @escaping @Sendable (_ count: Int) -> Int32
) -> Contestant {
    Contestant(name, role) { count in
        let result = work(count)
        if result != 0 { throw NeighbourFailure(step: result) }
    }
}
