/// The paths that sessions answer, below the server's base address.
package enum SessionsPath {
    /// The public keys by which access tokens are verified (RFC 7517).
    package static let keySet = "/.well-known/jwks.json"
    /// What the server can do as an authorization server (RFC 8414).
    package static let metadata = "/.well-known/oauth-authorization-server"
    /// The sessions of the person who asks.
    package static let sessions = "/auth/sessions"
    /// One of them; `id` may be `{id}`.
    package static func session(_ id: String) -> String { "\(sessions)/\(id)" }
    /// "It was me"; `id` may be `{id}`.
    package static func confirmation(_ id: String) -> String { "\(sessions)/\(id)/confirm" }
    /// What happens to the account, as it happens.
    package static let events = "/auth/events"
    /// What happened to the account lately.
    package static let notices = "/auth/notices"
    /// How far the person has read.
    package static let seenNotices = "\(notices)/seen"
}
