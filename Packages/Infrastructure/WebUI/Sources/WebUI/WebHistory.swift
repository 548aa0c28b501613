/// What takes the query off the address that the browser shows and remembers:
/// in the link to a page it is a secret.
///
/// Without scripts it stays in the history, and is good until it is used or its
/// time is over.
package enum WebHistory {
    /// What the policy of a page allows: the digest of ``script``.
    package static let hash = "sha256-V43a+G+2x8hYEwnrW7hgLIly2l08tE7yzk+E0n4mo74="

    /// The script.
    package static let script = #"history.replaceState(null, "", location.pathname)"#
}
