public import FoundationEssentials

/// Signs tokens that others check by the published keys, for whoever speaks another dialect
/// than this server.
///
/// Any number of calls may run at once.
public protocol TokenSigning: Sendable {
    /// Signs claims as a JSON Web Token (RFC 7519) by the key that signs access tokens.
    ///
    /// What is signed lets nobody in here: access tokens are of the type `at+jwt` (RFC 9068,
    /// section 2.1), and this one is of the type `JWT`, whatever it says.
    ///
    /// - Parameter claims: What the token says, its issuer and its end included.
    /// - Throws: `unavailable`.
    func sign(_ claims: some Encodable & Sendable) async throws(SessionsError) -> String

    /// What a token says that was signed so, and hasn't ended; nil for any other.
    ///
    /// Who answers for a token by what it holds has to ask this first: others take the answer for one about
    /// all that it says.
    ///
    /// - Throws: `unavailable`.
    func claims<Claims: Decodable & Sendable>(
        of token: String, as type: Claims.Type, at now: Date
    ) async throws(SessionsError) -> Claims?
}
