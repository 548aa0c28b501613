public import FoundationEssentials

/// The hash of a password as another program made it, by which whoever has a copy can guess at their
/// leisure: it doesn't show in print, and is stored only as ``PasswordHashing/adopt(_:)`` makes it.
public struct ForeignPasswordHash: Hashable, Sendable {
    /// Why a hash isn't taken.
    public enum Problem: Error, Hashable, Sendable {
        /// It isn't in the form of its algorithm.
        case malformed
        /// It is of an algorithm that isn't known here.
        case unknownAlgorithm
        /// It costs more than ``ForeignDerivation/Limit`` allows, or less than anybody uses.
        case beyondLimits
    }

    /// How it was made.
    public let derivation: ForeignDerivation
    /// What it was salted with; for bcrypt the 22 characters of its text.
    public let salt: Data
    /// What came out; for bcrypt the 31 characters of its text.
    public let digest: Data

    /// Takes the parts of a hash by PBKDF2 or Argon2.
    public init(_ derivation: ForeignDerivation, salt: Data, digest: Data) throws(Problem) {
        guard derivation.isWithinLimits else { throw .beyondLimits }
        let byteCount: Int
        switch derivation {
        case .bcrypt: throw .malformed
        case .pbkdf2(_, _, let count), .argon2id(_, _, _, let count): byteCount = count
        }
        guard digest.count == byteCount, derivation.takesSalt(byteCount: salt.count) else { throw .malformed }
        self.derivation = derivation
        self.salt = salt
        self.digest = digest
    }

    /// Reads a hash by bcrypt, `$2a$10$` and 53 characters.
    ///
    /// `$2a$`, `$2b$` and `$2y$` are the same for programs of this century; `$2x$` marks what a faulty
    /// library made (crypt(5)).
    public init(bcrypt text: some StringProtocol) throws(Problem) {
        let characters = Array(text.utf8)
        guard characters.count == 60, characters[0...1].elementsEqual("$2".utf8), characters[3] == UInt8(ascii: "$"),
            characters[6] == UInt8(ascii: "$"), let cost = Self.digits(characters[4...5]),
            characters[7...].allSatisfy(Self.isBcryptLetter)
        else { throw .malformed }
        guard "aby".utf8.contains(characters[2]) else { throw .unknownAlgorithm }
        derivation = .bcrypt(cost: cost)
        guard derivation.isWithinLimits else { throw .beyondLimits }
        salt = Data(characters[7..<29])
        digest = Data(characters[29...])
    }

    /// Reads the text of any hash that other programs store alone: bcrypt, or Argon2id in the form of the
    /// Argon2 competition, `$argon2id$v=19$m=65536,t=3,p=1$…$…`.
    public init(text: some StringProtocol) throws(Problem) {
        guard text.hasPrefix("$argon2id$") else {
            guard text.hasPrefix("$2") else { throw .unknownAlgorithm }
            try self.init(bcrypt: text)
            return
        }
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 6 else { throw .malformed }
        guard parts[2] == "v=19" else { throw .unknownAlgorithm }
        let numbers = parts[3].split(separator: ",").map { part in part.split(separator: "=", maxSplits: 1) }
        guard numbers.count == 3, numbers.allSatisfy({ $0.count == 2 }), numbers.map({ $0[0] }) == ["m", "t", "p"],
            let memory = Self.number(numbers[0][1]), let passes = Self.number(numbers[1][1]),
            let lanes = Self.number(numbers[2][1]), let salt = Self.unpadded(parts[4]),
            let digest = Self.unpadded(parts[5])
        else { throw .malformed }
        try self.init(
            .argon2id(memory: memory, passes: passes, lanes: lanes, byteCount: digest.count), salt: salt, digest: digest
        )
    }

    private static func unpadded(_ text: String) -> Data? {
        Data(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }

    /// A number of any length; what no `Int` holds is beyond each limit.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(text) ?? Int(Int32.max)
    }

    private static func digits(_ characters: ArraySlice<UInt8>) -> Int? {
        number(Substring(decoding: characters, as: UTF8.self))
    }

    private static func isBcryptLetter(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}

extension ForeignPasswordHash: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `<redacted>`.
    public var description: String { "<redacted>" }
    /// Always `<redacted>`.
    public var debugDescription: String { "<redacted>" }
    /// Shows nothing, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
