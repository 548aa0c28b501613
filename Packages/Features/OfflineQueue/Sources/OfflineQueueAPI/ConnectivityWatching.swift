/// Tells when it may be worth asking the server again.
public protocol ConnectivityWatching: Sendable {
    /// Brings an element at once, and one whenever there may be a connection
    /// again; it is no promise that there is one.
    ///
    /// The stream ends when whoever reads it stops.
    func opportunities() -> AsyncStream<Void>
}
