import CryptographyAPI
import FoundationEssentials

/// The parts of a stored password hash, and their text form.
struct EncodedPasswordHash: Equatable, Sendable {
    static let saltByteCount = 16
    static let digestByteCount = 32

    /// What is done with a password before the pepper comes.
    enum Derivation: Hashable, Sendable {
        case scrypt(ScryptCost)
        case foreign(ForeignDerivation)
    }

    let derivation: Derivation
    let pepperID: String
    let salt: Data
    let digest: Data

    /// `$scrypt$ln=15,r=8,p=3,k=<pepper>$<salt>$<hash>`.
    var hash: PasswordHash {
        let described = derivation.description, comma = described.firstIndex(of: ",") ?? described.endIndex
        let parameters = "\(described[comma...].dropFirst()),k=\(pepperID)"
        return PasswordHash(
            encoded: "$\(described[..<comma])$\(parameters)$\(Base64URL.encode(salt))$\(Base64URL.encode(digest))")
    }

    init(_ derivation: Derivation, pepperID: String, salt: Data, digest: Data) {
        self.derivation = derivation
        self.pepperID = pepperID
        self.salt = salt
        self.digest = digest
    }

    /// Takes a stored hash apart; accepts only what ``hash`` writes.
    init(_ hash: PasswordHash) throws(CryptographyError) {
        let parts = hash.encoded.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, let salt = Base64URL.decode(parts[3]), let digest = Base64URL.decode(parts[4]),
            digest.count == Self.digestByteCount, let key = parts[2].lastIndex(of: ","),
            parts[2][key...].hasPrefix(",k="),
            let derivation = Derivation("\(parts[1]),\(parts[2][..<key])"), derivation.takes(salt)
        else { throw .malformedPasswordHash }
        self.init(derivation, pepperID: String(parts[2][key...].dropFirst(3)), salt: salt, digest: digest)
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

extension EncodedPasswordHash.Derivation {
    /// Its name and parameters: `scrypt,ln=15,r=8,p=3`.
    var description: String {
        switch self {
        case .scrypt(let cost): "scrypt,ln=\(cost.logN),r=\(cost.blockSize),p=\(cost.parallelization)"
        case .foreign(let derivation): derivation.description
        }
    }

    /// Reads what ``description`` writes; more than that is refused by who compares the texts.
    init?(_ description: String) {
        let parts = description.split(separator: ",", omittingEmptySubsequences: false)
        guard parts[0] == "scrypt" else {
            guard let derivation = ForeignDerivation(description) else { return nil }
            self = .foreign(derivation)
            return
        }
        let numbers = parts.dropFirst().compactMap { part in
            part.firstIndex(of: "=").flatMap { Int(part[$0...].dropFirst()) }
        }
        guard parts.count == 4, numbers.count == 3 else { return nil }
        self = .scrypt(ScryptCost(logN: numbers[0], blockSize: numbers[1], parallelization: numbers[2]))
    }

    /// How many bytes come out.
    var derivedByteCount: Int {
        switch self {
        case .scrypt: EncodedPasswordHash.digestByteCount
        case .foreign(let derivation): derivation.derivedByteCount
        }
    }

    func takes(_ salt: Data) -> Bool {
        switch self {
        case .scrypt: salt.count == EncodedPasswordHash.saltByteCount
        case .foreign(let derivation): derivation.takesSalt(byteCount: salt.count)
        }
    }
}
