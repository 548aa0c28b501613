/// Whose request it is, and so whose key.
public enum RequestOwner: Hashable, Sendable {
    /// That of an account, whatever the session.
    case account(String)
    /// Nobody is logged in; `holder` names the key that the sender proved to
    /// hold, if any, since answers may be good for it alone.
    case stranger(holder: String? = nil)
}
