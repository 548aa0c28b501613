package import CoreModels
package import FoundationEssentials

/// What logging in through a browser elsewhere looks like on the wire.
///
/// It is the device authorization grant (RFC 8628), with its words.
package enum DeviceLoginContract {
    /// The path where a device begins.
    package static let path = "/auth/login/device"
    /// The path where it asks how it stands.
    package static let tokenPath = "/auth/login/device/token"
    /// The path where a person sees who waits with a code.
    package static let requestPath = "/auth/login/device/request"
    /// The path where they let it in.
    package static let approvalPath = "/auth/login/device/approval"
    /// The path where they don't.
    package static let refusalPath = "/auth/login/device/refusal"
    /// The page on which people type codes.
    package static let page = "/device"

    /// A device that wants in.
    package struct Wish: Codable, Hashable, Sendable {
        package let device: String?

        package init(device: String?) {
            self.device = device
        }
    }

    /// What it gets (RFC 8628, section 3.2).
    package struct Begun: Codable, Sendable {
        package let deviceCode: Secret
        package let userCode: String
        package let page: String
        package let lifetime: Int
        package let interval: Int

        private enum CodingKeys: String, CodingKey {
            case interval
            case deviceCode = "device_code"
            case userCode = "user_code"
            case page = "verification_uri"
            case lifetime = "expires_in"
        }

        package init(deviceCode: Secret, userCode: String, page: String, lifetime: Int, interval: Int) {
            self.deviceCode = deviceCode
            self.userCode = userCode
            self.page = page
            self.lifetime = lifetime
            self.interval = interval
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            deviceCode = try container.decode(Secret.self, forKey: .deviceCode)
            userCode = try container.decode(String.self, forKey: .userCode)
            page = try container.decode(String.self, forKey: .page)
            lifetime = try container.decode(Int.self, forKey: .lifetime)
            interval = try container.decode(Int.self, forKey: .interval)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(deviceCode, forKey: .deviceCode)
            try container.encode(userCode, forKey: .userCode)
            try container.encode(page, forKey: .page)
            try container.encode(lifetime, forKey: .lifetime)
            try container.encode(interval, forKey: .interval)
        }
    }

    /// What it asks with.
    package struct Question: Codable, Sendable {
        package let deviceCode: Secret

        private enum CodingKeys: String, CodingKey { case deviceCode = "device_code" }

        package init(deviceCode: Secret) {
            self.deviceCode = deviceCode
        }

        package init(from decoder: any Decoder) throws {
            deviceCode = try decoder.container(keyedBy: CodingKeys.self).decode(Secret.self, forKey: .deviceCode)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(deviceCode, forKey: .deviceCode)
        }
    }

    /// What a person typed.
    package struct TypedCode: Codable, Hashable, Sendable {
        package let userCode: String

        private enum CodingKeys: String, CodingKey { case userCode = "user_code" }

        package init(userCode: String) {
            self.userCode = userCode
        }
    }

    /// Who waits with it.
    package struct Waiting: Codable, Hashable, Sendable {
        package let device: String?
        package let location: String?
        package let address: String
        package let begunAt: Date

        private enum CodingKeys: String, CodingKey {
            case device, location, address
            case begunAt = "begun_at"
        }

        package init(device: String?, location: String?, address: String, begunAt: Date) {
            self.device = device
            self.location = location
            self.address = address
            self.begunAt = begunAt
        }
    }

    /// The problem codes of the routes, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case pending = "authorization_pending"
        case slowDown = "slow_down"
        case refused = "access_denied"
        case expired = "expired_token"
        case unknownCode = "unknown_user_code"
        case emailNotVerified = "email_not_verified"
        case accountSuspended = "account_suspended"
        case insufficientAuthentication = "insufficient_user_authentication"
    }
}
