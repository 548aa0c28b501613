package import HTTPTypes
package import RateLimitingAPI

/// The fields that tell a client of a limit, as Structured Fields
/// (draft-ietf-httpapi-ratelimit-headers-10, sections 3 and 4).
package enum RateLimitFields {
    /// `RateLimit-Policy`: the quota and the window in seconds.
    package static func policy(_ name: String, _ policy: RateLimitPolicy) -> String {
        "\(item(name));q=\(policy.maxAttempts);w=\(Int(policy.window))"
    }

    /// `RateLimit`: what is left, and in how many seconds there is more.
    package static func state(_ name: String, _ admission: Admission) -> String {
        "\(item(name));r=\(max(0, admission.remaining));t=\(max(0, Int(admission.reset.rounded(.up))))"
    }

    /// A string of RFC 9651, section 3.3.3: printable ASCII, with backslashes
    /// before quotes and backslashes.
    private static func item(_ text: String) -> String {
        let escaped = text.unicodeScalars.filter { (0x20...0x7E).contains($0.value) }.map { scalar in
            scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : "\(scalar)"
        }
        return "\"\(escaped.joined())\""
    }
}

extension HTTPFieldName {
    /// `RateLimit`.
    package static let rateLimit: HTTPFieldName = "RateLimit"
    /// `RateLimit-Policy`.
    package static let rateLimitPolicy: HTTPFieldName = "RateLimit-Policy"
}
