package import CoreModels
package import FoundationEssentials

/// A passkey of somebody.
package enum PasskeyEntity {}
/// The identifier of a passkey.
package typealias PasskeyID = Identifier<PasskeyEntity>

/// What passkeys look like on the wire.
///
/// Questions to authenticators and their answers have the form that browsers read and
/// write (WebAuthn level 3, section 5.1), bytes in base64url.
package enum PasskeysContract {
    /// The path of a person's passkeys.
    package static let passkeysPath = "/auth/passkeys"
    /// The path of one of them.
    package static let passkeyPath = "/auth/passkeys/{id}"
    /// The path of the name of one.
    package static let namePath = "/auth/passkeys/{id}/name"
    /// The path of what is asked to make one.
    package static let makingPath = "/auth/passkeys/new/question"
    /// The path of logging in with one.
    package static let loginPath = "/auth/login/passkey"
    /// The path of what is asked to log in.
    package static let loginQuestionPath = "/auth/login/passkey/question"
    /// The path of proving once more with one who one is.
    package static let authenticationPath = "/auth/reauthentication/passkey"
    /// The path of what is asked for that.
    package static let authenticationQuestionPath = "/auth/reauthentication/passkey/question"

    /// The path of one of a person's passkeys.
    package static func passkeyPath(of id: PasskeyID) -> String { "/auth/passkeys/\(id)" }
    /// The path of the name of one of them.
    package static func namePath(of id: PasskeyID) -> String { "/auth/passkeys/\(id)/name" }

    /// How many characters a name has at most.
    package static let nameLimit = 64

    /// A person's passkeys, the oldest first.
    package struct Passkeys: Codable, Sendable {
        package let passkeys: [Passkey]

        package init(passkeys: [Passkey]) {
            self.passkeys = passkeys
        }
    }

    /// A passkey.
    package struct Passkey: Codable, Sendable {
        package let id: PasskeyID
        package let name: String
        package let madeAt: Date
        /// When it was used last; nil for never.
        package let usedAt: Date?
        /// Whether it is on several devices, or in somebody's cloud.
        package let isBackedUp: Bool
        /// When something answered with it that looks like an older copy; nil for
        /// never.
        package let copySeenAt: Date?

        private enum CodingKeys: String, CodingKey {
            case id, name
            case madeAt = "made_at"
            case usedAt = "used_at"
            case isBackedUp = "backed_up"
            case copySeenAt = "copy_seen_at"
        }

        package init(id: PasskeyID, name: String, madeAt: Date, usedAt: Date?, isBackedUp: Bool, copySeenAt: Date?) {
            self.id = id
            self.name = name
            self.madeAt = madeAt
            self.usedAt = usedAt
            self.isBackedUp = isBackedUp
            self.copySeenAt = copySeenAt
        }
    }

    /// A passkey that is to be kept.
    package struct Addition: Codable, Sendable {
        package let name: String
        package let credential: MadeCredential

        package init(name: String, credential: MadeCredential) {
            self.name = name
            self.credential = credential
        }
    }

    /// Another name for a passkey.
    package struct Renaming: Codable, Sendable {
        package let name: String

        package init(name: String) {
            self.name = name
        }
    }

    /// An answer of a passkey, to log in.
    package struct Login: Codable, Sendable {
        package let credential: AnsweredCredential
        /// How the device calls itself.
        package let device: String?

        package init(credential: AnsweredCredential, device: String?) {
            self.credential = credential
            self.device = device
        }
    }

    /// Whose session has begun.
    package struct LoggedIn: Codable, Sendable {
        package let user: User
        package let token: TokenGrant
        /// Whether the account was to be deleted, which this login took back; nil if not.
        package let accountKept: Bool?

        private enum CodingKeys: String, CodingKey {
            case user, token
            case accountKept = "account_kept"
        }

        package init(user: User, token: TokenGrant, keepsAccount: Bool = false) {
            self.user = user
            self.token = token
            accountKept = keepsAccount ? true : nil
        }
    }

    /// An answer of a passkey, to prove once more who one is.
    package struct Authentication: Codable, Sendable {
        package let credential: AnsweredCredential

        package init(credential: AnsweredCredential) {
            self.credential = credential
        }
    }

    /// The problem codes of the routes, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case passkeysUnavailable = "passkeys_unavailable"
        case passkeyRefused = "passkey_refused"
        case passkeyInvalid = "passkey_invalid"
        case passkeyUnverified = "passkey_unverified"
        case passkeyCopied = "passkey_copied"
        case questionOver = "passkey_question_over"
        case passkeyKnown = "passkey_known"
        case tooManyPasskeys = "too_many_passkeys"
        case unknownPasskey = "unknown_passkey"
        case lastWay = "last_way_in"
        case emailNotVerified = "email_not_verified"
        case accountSuspended = "account_suspended"
        case insufficientAuthentication = "insufficient_user_authentication"
    }
}
