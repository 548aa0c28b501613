package import HTTPTypes

/// Tells a refused access token from other reasons for 401.
package enum TokenRefusal {
    /// Whether an answer means that the access token was refused.
    ///
    /// RFC 6750, section 3, has a server say so in a `Bearer` challenge. A
    /// server may also use 401 for something in the request itself, such as a
    /// wrong password; its problem then has a code and no such challenge.
    package static func isMeant(by status: HTTPStatus, _ fields: HTTPFields, hasCode: Bool) -> Bool {
        guard status == .unauthorized else { return false }
        let challenges = fields.values(of: .wwwAuthenticate)
        guard !challenges.isEmpty else { return !hasCode }
        return challenges.contains { challenge in
            challenge.split(separator: ",").contains { part in
                let word = part.drop { $0 == " " }.prefix { $0 != " " }.lowercased()
                return word == "bearer" || word == "dpop"
            }
        }
    }
}
