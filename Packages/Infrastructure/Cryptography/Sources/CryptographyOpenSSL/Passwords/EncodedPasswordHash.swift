import CryptographyAPI
import FoundationEssentials

/// The parts of a stored password hash, and their text form.
struct EncodedPasswordHash: Equatable, Sendable {
    static let saltByteCount = 16
    static let digestByteCount = 32

    let cost: ScryptCost
    let pepperID: String
    let salt: Data
    let digest: Data

    /// `$scrypt$ln=15,r=8,p=3,k=<pepper>$<salt>$<hash>`.
    var hash: PasswordHash {
        let parameters = "ln=\(cost.logN),r=\(cost.blockSize),p=\(cost.parallelization),k=\(pepperID)"
        return PasswordHash(
            encoded: "$scrypt$\(parameters)$\(Base64URL.encode(salt))$\(Base64URL.encode(digest))")
    }

    init(cost: ScryptCost, pepperID: String, salt: Data, digest: Data) {
        self.cost = cost
        self.pepperID = pepperID
        self.salt = salt
        self.digest = digest
    }

    /// Takes a stored hash apart; accepts only what ``hash`` writes.
    init(_ hash: PasswordHash) throws(CryptographyError) {
        let parts = hash.encoded.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, let salt = Base64URL.decode(parts[3]), let digest = Base64URL.decode(parts[4]),
            salt.count == Self.saltByteCount, digest.count == Self.digestByteCount
        else { throw .malformedPasswordHash }
        let parameters = parts[2].split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        guard parameters.count == 4, parameters.allSatisfy({ $0.count == 2 }),
            let logN = Int(parameters[0][1]), let blockSize = Int(parameters[1][1]),
            let parallelization = Int(parameters[2][1])
        else { throw .malformedPasswordHash }
        self.init(
            cost: ScryptCost(logN: logN, blockSize: blockSize, parallelization: parallelization),
            pepperID: String(parameters[3][1]), salt: salt, digest: digest)
        // One text per hash: names in order, no signs, no leading zeros.
        guard self.hash == hash, Self.isPepperID(pepperID) else { throw .malformedPasswordHash }
    }

    /// Whether the text may stand in a hash.
    static func isPepperID(_ text: String) -> Bool {
        1...32 ~= text.utf8.count
            && text.utf8.allSatisfy { character in
                switch character {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default:
                    false
                }
            }
    }
}
