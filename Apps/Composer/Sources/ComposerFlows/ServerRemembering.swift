/// Remembers which server a profile belongs to, so that a person names it once.
public protocol ServerRemembering: Sendable {
    /// Remembers the server that is used now. A profile that can't remember
    /// works all the same: the server has to be named again.
    func rememberServer() async
}
