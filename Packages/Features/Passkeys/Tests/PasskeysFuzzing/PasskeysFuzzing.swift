import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
public import KernelTesting
import PasskeysService

/// What fuzzers try of the package.
public enum PasskeysFuzzing {
    /// What authenticators write.
    public static let readers: [FuzzedReader] = [cbor, made, answered]

    private static let cbor = FuzzedReader("cbor") { bytes in
        guard let value = try? CBOR(Data(bytes)) else { return }
        precondition(Self.written(value) == bytes, "two forms for one value")
    }

    private static let made = FuzzedReader("passkey-made") { bytes in
        guard let object = try? AttestationObject(Data(bytes)) else { return }
        guard let credential = object.authenticatorData.credential, let key = credential.key else { return }
        precondition(COSEKey(credential.publicKey) == key, "another key than the one that was given")
        guard let signatures = try? Cryptography.real().signatures else { return }
        precondition(
            (try? key.isValid(Data(bytes), for: Data(bytes), signatures)) != true, "a signature out of nothing")
    }

    private static let answered = FuzzedReader("passkey-answered") { bytes in
        guard let data = try? AuthenticatorData(Data(bytes)) else { return }
        precondition(data.partyDigest == Data(bytes.prefix(32)), "another digest")
    }

    /// A value in its one form (RFC 8949, section 4.2).
    private static func written(_ value: CBOR) -> [UInt8] {
        switch value {
        case .unsigned(let number): head(0, number)
        case .negative(let number): head(1, number)
        case .bytes(let bytes): head(2, UInt64(bytes.count)) + bytes
        case .text(let text): head(3, UInt64(text.utf8.count)) + text.utf8
        case .array(let values): head(4, UInt64(values.count)) + values.flatMap(written)
        case .map(let values): head(5, UInt64(values.count)) + members(values)
        case .bool(let isTrue): [isTrue ? 0xF5 : 0xF4]
        }
    }

    private static func members(_ values: [CBOR: CBOR]) -> [UInt8] {
        let members = values.map { (written($0.key), written($0.value)) }
        return members.sorted { first, second in
            let (a, b) = (first.0, second.0)
            return (a[0] >> 5, a.count) != (b[0] >> 5, b.count)
                ? (a[0] >> 5, a.count) < (b[0] >> 5, b.count) : a.lexicographicallyPrecedes(b)
        }.flatMap { $0.0 + $0.1 }
    }

    private static func head(_ kind: UInt8, _ number: UInt64) -> [UInt8] {
        let (first, size): (UInt8, Int) =
            switch number {
            case 0..<24: (UInt8(number), 0)
            case 24...0xFF: (24, 1)
            case 0x100...0xFFFF: (25, 2)
            case 0x1_0000...0xFFFF_FFFF: (26, 4)
            default: (27, 8)
            }
        return [kind << 5 | first] + (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
}
