package import HTTPTypes

/// Tells a refused access token from other reasons for 401.
package enum TokenRefusal {
    /// Whether an answer means that the access token was refused.
    ///
    /// RFC 6750, section 3, has a server say so in a `Bearer` challenge. A
    /// server may also use 401 for something in the request itself, such as a
    /// wrong password; its problem then has a code and no such challenge. Nor
    /// is the token refused with a proof (RFC 9449, section 7.1): a new token
    /// would need one just as much, and the request may have been carried out.
    package static func isMeant(by status: HTTPStatus, _ fields: HTTPFields, hasCode: Bool) -> Bool {
        guard status == .unauthorized else { return false }
        let challenges = fields.challenges
        guard !challenges.isEmpty else { return !hasCode }
        guard !isProofMeant(by: status, fields) else { return false }
        return challenges.contains { ["bearer", "dpop"].contains($0.scheme) }
    }

    /// Whether an answer means that the proof of possession was refused, or
    /// that there was none (RFC 9449, sections 5 and 7.1).
    package static func isProofMeant(by status: HTTPStatus, _ fields: HTTPFields) -> Bool {
        guard status == .unauthorized || status == .badRequest else { return false }
        return fields.challenges.contains { challenge in
            challenge.error == "invalid_dpop_proof" || challenge.error == "use_dpop_nonce"
        }
    }
}
