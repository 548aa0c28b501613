import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import Testing

/// The header of a vault as its file has it, read by the description of its format alone
/// (ADR 0058).
struct VaultOnDisk {
    private let header: JSON
    private let cryptography: Cryptography

    init(of client: Client) throws {
        // Each server has a folder of its own.
        let names = try FileManager.default.subpathsOfDirectory(atPath: client.home)
        let name = try #require(names.first { $0.hasSuffix("vault/header") }, "\(names)")
        let bytes = try #require(FileManager.default.contents(atPath: client.home + "/" + name))
        header = try JSON(parsing: String(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }))
        cryptography = try Cryptography.real()
    }

    var format: Int? { header["format"]?.number }

    /// All keys that open something of it, by what an authenticator computed: what it is
    /// sealed under, and the vault's own two.
    func keys(openedBy output: Data) throws -> [[UInt8]] {
        let one = try #require(header["authenticators"]?[0])
        let salt = try bytes(one["salt"]), credential = try bytes(one["credential"])
        let key = try cryptography.derivation.deriveKey(
            from: cryptography.keys.makeKey(copying: Secret(output)), salt: salt,
            info: Data("essential vault authenticator".utf8), byteCount: 32)
        let context = try bound() + "/" + bound(one, credential, salt)
        let opened = try [("sealedRecordKey", "/r"), ("sealedNameKey", "/n")].map { name, end in
            let box = try SealedBox(combined: bytes(one[name]))
            let secret = try cryptography.encryption.open(
                box, using: key, authenticating: Data((context + end).utf8))
            return secret.withUnsafeBytes { Array($0) }
        }
        return [key.withUnsafeBytes { Array($0) }] + opened
    }

    /// What the header says besides its list.
    private func bound() throws -> String {
        let stretching = try #require(header["stretching"]), generation = try #require(header["generation"]?.number)
        let cost = try ["logN", "blockSize", "parallelization"].map { name in
            String(try #require(stretching[name]?.number))
        }
        let sealed = try ["recordKey", "nameKey"].map { try bytes(header[$0]).hexadecimal }
        let first = ["essential vault authenticator", "essential vault keys", "3"]
        let vault = [try bytes(header["vault"]).hexadecimal, String(generation), "passphrase"]
        return (first + vault + [try bytes(stretching["salt"]).hexadecimal] + cost + sealed).joined(separator: "/")
    }

    /// What an entry says.
    private func bound(_ one: JSON, _ credential: Data, _ salt: Data) throws -> String {
        let texts = try ["id", "name", "relyingParty"].map { name in
            Data(try #require(one[name]?.text).utf8).hexadecimal
        }
        let madeAt = try Date.ISO8601FormatStyle().parse(#require(one["madeAt"]?.text))
        let bytes = [credential.hexadecimal, texts[2], salt.hexadecimal]
        return (texts[..<2] + bytes + [String(Int(madeAt.timeIntervalSince1970))]).joined(separator: "/")
    }

    private func bytes(_ value: JSON?) throws -> Data {
        let text = try #require(value?.text)
        return try #require(Data(base64Encoded: text))
    }
}
