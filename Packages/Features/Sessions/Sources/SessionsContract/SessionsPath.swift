/// The paths that sessions answer, below the server's base address.
package enum SessionsPath {
    /// The public keys by which access tokens are verified (RFC 7517).
    package static let keySet = "/.well-known/jwks.json"
    /// What the server can do as an authorization server (RFC 8414).
    package static let metadata = "/.well-known/oauth-authorization-server"
}
