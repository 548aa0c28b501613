/// How another program makes the hash of a password, with all on which the work depends.
///
/// Values exist only within the limits of ``Limit``: whoever hands in a hash must not decide how
/// long a login takes, nor how much memory.
public enum ForeignDerivation: Hashable, Sendable {
    /// Bcrypt (Provos and Mazières, 1999) of 2^cost rounds.
    case bcrypt(cost: Int)
    /// PBKDF2 (RFC 8018, section 5.2).
    case pbkdf2(PBKDF2Digest, iterations: Int, byteCount: Int)
    /// Argon2id, version 1.3 (RFC 9106); the memory is in KiB.
    case argon2id(memory: Int, passes: Int, lanes: Int, byteCount: Int)

    /// With which digest PBKDF2 makes its HMAC.
    public enum PBKDF2Digest: String, Hashable, Sendable, CaseIterable {
        /// SHA-256.
        case sha256
        /// SHA-512.
        case sha512

        /// How many bytes one run of all iterations brings.
        var byteCount: Int { self == .sha256 ? 32 : 64 }
    }

    /// The most that is done for one password: about a second of one core of 2023, and 128 MiB.
    public enum Limit {
        /// The cost of bcrypt; each more doubles the work.
        public static let bcryptCost = 4...13
        /// The iterations of PBKDF2, for all blocks of what it brings together.
        public static let pbkdf2Iterations = 1...2_000_000
        /// The memory of Argon2 in KiB.
        public static let argon2Memory = 8...131_072
        /// How often Argon2 goes through it.
        public static let argon2Passes = 1...16
        /// Memory in KiB times passes.
        public static let argon2Work = 1_048_576
        /// On how many lanes at once.
        public static let argon2Lanes = 1...4
        /// The bytes of a hash.
        public static let byteCount = 16...128
        /// The bytes of a salt; Argon2 takes none below eight (RFC 9106, section 3.1).
        public static let saltByteCount = 4...128
    }

    /// Whether a salt of so many bytes can be used.
    public func takesSalt(byteCount: Int) -> Bool {
        switch self {
        // Its text.
        case .bcrypt: byteCount == 22
        case .pbkdf2: Limit.saltByteCount ~= byteCount
        case .argon2id: Limit.saltByteCount ~= byteCount && byteCount >= 8
        }
    }

    /// Whether it costs no more than it may.
    public var isWithinLimits: Bool {
        switch self {
        case .bcrypt(let cost): Limit.bcryptCost ~= cost
        case .pbkdf2(let digest, let iterations, let byteCount):
            Limit.byteCount ~= byteCount && Limit.pbkdf2Iterations ~= iterations
                && Limit.pbkdf2Iterations ~= iterations * ((byteCount + digest.byteCount - 1) / digest.byteCount)
        case .argon2id(let memory, let passes, let lanes, let byteCount):
            // RFC 9106, section 3.1: at least eight blocks for each lane.
            Limit.argon2Memory ~= memory && Limit.argon2Passes ~= passes && Limit.argon2Lanes ~= lanes
                && Limit.byteCount ~= byteCount && memory >= 8 * lanes && memory * passes <= Limit.argon2Work
        }
    }
}

/// One text for each, such as `bcrypt,c=10`, by which hashes and tables name it.
extension ForeignDerivation: LosslessStringConvertible {
    /// Its text.
    public var description: String {
        switch self {
        case .bcrypt(let cost): "bcrypt,c=\(cost)"
        case .pbkdf2(let digest, let iterations, let byteCount):
            "pbkdf2-\(digest.rawValue),i=\(iterations),l=\(byteCount)"
        case .argon2id(let memory, let passes, let lanes, let byteCount):
            "argon2id,m=\(memory),t=\(passes),p=\(lanes),l=\(byteCount)"
        }
    }

    /// Reads what ``description`` writes; nil for anything else, and beyond the limits.
    public init?(_ description: String) {
        let parts = description.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().map { part in part.firstIndex(of: "=").flatMap { Int(part[$0...].dropFirst()) }
        }
        let read: ForeignDerivation? =
            switch (parts[0], numbers.count) {
            case ("bcrypt", 1): numbers[0].map { .bcrypt(cost: $0) }
            case ("argon2id", 4):
                if let memory = numbers[0], let passes = numbers[1], let lanes = numbers[2], let count = numbers[3] {
                    .argon2id(memory: memory, passes: passes, lanes: lanes, byteCount: count)
                } else {
                    nil
                }
            case (_, 2):
                if let digest = PBKDF2Digest.allCases.first(where: { parts[0] == "pbkdf2-\($0.rawValue)" }),
                    let iterations = numbers[0], let count = numbers[1]
                {
                    .pbkdf2(digest, iterations: iterations, byteCount: count)
                } else {
                    nil
                }
            default: nil
            }
        guard let read, read.isWithinLimits, read.description == description else { return nil }
        self = read
    }
}
