import CoreModels
import CryptographyAPI

/// A person as another account system has them.
struct SourceAccount: Sendable {
    /// How that system names the person.
    let origin: String
    /// The address, as it stands there; nil for none.
    let address: String?
    /// What the person is called there, the best first; each may be empty.
    let names: [String]
    let isVerified: Bool
    let isSuspended: Bool
    /// Why it is nobody who logs in, if so.
    var exclusion: Exclusion?
    var password = Password.none
    var factor = Factor.none
    /// What the person has there and can't have here, besides.
    var remainders: Set<Remainder> = []

    /// The password there.
    enum Password: Sendable {
        case none
        case hashed(ForeignPasswordHash)
        case unusable(PasswordProblem)
    }

    /// The second factor there.
    enum Factor: Sendable {
        case none
        /// TOTP as authenticators know it (RFC 6238): SHA-1, six digits, 30 seconds.
        case authenticator(Secret)
        /// One that there isn't here.
        case unusable
    }

    /// Why somebody is none who logs in.
    enum Exclusion: String, Sendable {
        case serviceAccount = "service_account"
        case deleted
        case anonymous
    }
}

/// Why a password isn't taken.
enum PasswordProblem: String, Hashable, Sendable {
    /// The hash isn't in the form of its algorithm.
    case malformed = "password_malformed"
    /// It is of an algorithm that isn't known here, or encrypted.
    case unknownAlgorithm = "password_unknown_algorithm"
    /// It would cost each login too much.
    case beyondLimits = "password_beyond_limits"
    /// Hashes are of so many kinds that each login would cost too much.
    case tooManyKinds = "password_too_many_kinds"

    init(_ problem: ForeignPasswordHash.Problem) {
        switch problem {
        case .malformed: self = .malformed
        case .unknownAlgorithm: self = .unknownAlgorithm
        case .beyondLimits: self = .beyondLimits
        }
    }
}

/// What stays behind of a person who is taken.
enum Remainder: String, Hashable, Sendable, CaseIterable {
    /// Logins by other providers.
    case providerLinks = "provider_links"
    /// Roles and groups.
    case roles
    /// Passkeys and security keys.
    case passkeys
    /// Codes for the day on which the authenticator is lost.
    case recoveryCodes = "recovery_codes"
    /// Further authenticators.
    case furtherAuthenticators = "further_authenticators"
    /// That the person was to do something at the next login, such as choosing another password.
    case requiredActions = "required_actions"
    /// A number of a telephone.
    case phone
}

extension SourceAccount.Password {
    init(_ make: () throws(ForeignPasswordHash.Problem) -> ForeignPasswordHash) {
        do throws(ForeignPasswordHash.Problem) { self = .hashed(try make()) } catch { self = .unusable(.init(error)) }
    }
}

extension SourceAccount.Factor {
    /// A secret of 10 to 128 bytes: RFC 4226 asks for 16 (section 4, R6), and many authenticators made ten.
    init(secret: [UInt8]?) {
        guard let secret, 10...128 ~= secret.count else {
            self = .unusable
            return
        }
        self = .authenticator(Secret(secret))
    }
}

/// Reads Base32 (RFC 4648, section 6), with or without padding, in either case, as secrets of authenticators
/// are written.
enum Base32Text {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = [], pending: UInt32 = 0, count = 0
        for character in text.uppercased().utf8.reversed().drop(while: { $0 == UInt8(ascii: "=") }).reversed() {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            pending = (pending << 5 | UInt32(value)) & 0xFFFF
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(count)))
            }
        }
        return bytes.isEmpty ? nil : bytes
    }
}
