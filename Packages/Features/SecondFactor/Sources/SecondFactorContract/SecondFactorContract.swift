package import CoreModels
package import FoundationEssentials

/// What second factors look like on the wire.
package enum SecondFactorContract {
    /// The path of what is in force.
    package static let factorsPath = "/auth/factors"
    /// The path of the authenticator.
    package static let authenticatorPath = "/auth/factors/authenticator"
    /// The path of the code that confirms it.
    package static let confirmationPath = "/auth/factors/authenticator/confirmation"
    /// The path of new recovery codes.
    package static let codesPath = "/auth/factors/recovery-codes"
    /// The path of a loss that is taken back.
    package static let lossPath = "/auth/factors/loss"
    /// The path of proving once more who one is.
    package static let authenticationPath = "/auth/reauthentication"

    /// What is in force.
    package struct Factors: Codable, Hashable, Sendable {
        /// When the authenticator was confirmed; nil if there is none.
        package let authenticatorSince: Date?
        /// How many recovery codes are left.
        package let recoveryCodesLeft: Int
        /// When it ends, since it was said to be lost; nil if it wasn't.
        package let endsAt: Date?
        /// Whether the account has a password; nil from a server that doesn't tell.
        package let password: Bool?

        private enum CodingKeys: String, CodingKey {
            case authenticatorSince = "authenticator_since"
            case recoveryCodesLeft = "recovery_codes_left"
            case endsAt = "factor_ends_at"
            case password
        }

        package init(authenticatorSince: Date?, recoveryCodesLeft: Int, endsAt: Date?, password: Bool?) {
            self.authenticatorSince = authenticatorSince
            self.password = password
            self.recoveryCodesLeft = recoveryCodesLeft
            self.endsAt = endsAt
        }
    }

    /// An authenticator that is being set up.
    package struct Setup: Codable, Sendable {
        /// The secret, in Base32 (RFC 4648, section 6), to be typed.
        package let secret: Secret
        /// The same as an address that authenticators read from a QR code.
        package let uri: Secret

        private enum CodingKeys: String, CodingKey { case secret, uri }

        package init(secret: Secret, uri: Secret) {
            self.secret = secret
            self.uri = uri
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            secret = try container.decode(Secret.self, forKey: .secret)
            uri = try container.decode(Secret.self, forKey: .uri)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(secret, forKey: .secret)
            try container.encode(uri, forKey: .uri)
        }
    }

    /// What confirms that the authenticator is set up.
    package struct Confirmation: Codable, Sendable {
        package let code: Secret

        private enum CodingKeys: String, CodingKey { case code }

        package init(code: Secret) {
            self.code = code
        }

        package init(from decoder: any Decoder) throws {
            code = try decoder.container(keyedBy: CodingKeys.self).decode(Secret.self, forKey: .code)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(code, forKey: .code)
        }
    }

    /// The recovery codes, which are shown this once.
    package struct RecoveryCodes: Codable, Sendable {
        package let codes: [Secret]

        private enum CodingKeys: String, CodingKey { case codes = "recovery_codes" }

        package init(codes: [Secret]) {
            self.codes = codes
        }

        package init(from decoder: any Decoder) throws {
            codes = try decoder.container(keyedBy: CodingKeys.self).decode([String].self, forKey: .codes).map {
                Secret($0)
            }
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(codes.map { $0.withText { $0 ?? "" } }, forKey: .codes)
        }
    }

    /// What a person proves once more.
    package struct Authentication: Codable, Sendable {
        package let password: Secret
        /// The code of the second factor; nil where none is in force.
        package let code: Secret?

        private enum CodingKeys: String, CodingKey { case password, code }

        package init(password: Secret, code: Secret?) {
            self.password = password
            self.code = code
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            password = try container.decode(Secret.self, forKey: .password)
            code = try container.decodeIfPresent(Secret.self, forKey: .code)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(password, forKey: .password)
            try container.encodeIfPresent(code, forKey: .code)
        }
    }

    /// The problem codes of the routes, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case accountLocked = "account_locked"
        case emailNotVerified = "email_not_verified"
        case factorInForce = "factor_in_force"
        case insufficientAuthentication = "insufficient_user_authentication"
        case invalidCredentials = "invalid_credentials"
        case noFactor = "no_factor"
        case noPassword = "no_password"
        case secondFactorRequired = "second_factor_required"
        case wrongCode = "wrong_code"
    }
}
