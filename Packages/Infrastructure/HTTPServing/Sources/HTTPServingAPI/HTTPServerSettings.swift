/// What a server listens on and what it puts up with.
public struct HTTPServerSettings: Hashable, Sendable {
    /// The address or name to listen on: `127.0.0.1`, `::1`, `localhost`, or
    /// `0.0.0.0` and `::` for all addresses.
    public var host: String
    /// The port; 0 lets the system choose a free one.
    public var port: Int
    /// Where certificate and key are; nil for plain HTTP.
    public var tls: TLSFiles?
    /// What the server puts up with.
    public var limits: HTTPServerLimits
    /// How many event loops run; nil for one per processor.
    public var eventLoops: Int?
    /// How long requests in progress may take to finish when the server stops.
    public var drainDeadline: Duration

    /// Creates settings; the defaults are safe and listen on loopback only.
    public init(
        host: String = "127.0.0.1", port: Int = 8080, tls: TLSFiles? = nil,
        limits: HTTPServerLimits = HTTPServerLimits(), eventLoops: Int? = nil, drainDeadline: Duration = .seconds(1)
    ) {
        self.host = host
        self.port = port
        self.tls = tls
        self.limits = limits
        self.eventLoops = eventLoops
        self.drainDeadline = drainDeadline
    }

    /// The PEM files of a TLS server.
    public struct TLSFiles: Hashable, Sendable {
        /// The path of the certificate, followed by its chain.
        public var certificate: String
        /// The path of the private key.
        public var key: String

        /// Creates a pair of paths.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }
}

/// The limits of a server.
public struct HTTPServerLimits: Hashable, Sendable {
    /// Bytes of a body on any route; routes usually allow less.
    public var bodyBytes: Int
    /// Bytes of request line and header fields, beyond which 431 is answered.
    public var headerBytes: Int
    /// Bytes of the request target, beyond which 414 is answered.
    public var targetBytes: Int
    /// Open connections.
    public var connections: Int
    /// Open connections from one address.
    public var connectionsPerAddress: Int
    /// How long a connection may be silent; whole seconds count.
    public var idleTime: Duration
    /// How long a new connection may take to send its first header; whole
    /// seconds count.
    public var headerTime: Duration
    /// How long a body may take, besides a second for each `bodyRate` bytes.
    public var bodyTime: Duration
    /// The bytes in a second that a body must at least come in, after
    /// `bodyTime`.
    public var bodyRate: Int
    /// How much of a body is read and thrown away to be able to answer, and
    /// sixteen times as much after the answer; a client that sends more is
    /// disconnected.
    public var discardedBytes: Int
    /// How much memory answers may take that their readers haven't read yet;
    /// those of one address half of it.
    public var unreadBytes: Int
    /// For how long a reader is waited for when others need that memory.
    public var unreadTime: Duration

    /// Creates limits; each has a default that suits a small server.
    public init(
        bodyBytes: Int = 64 * 1024 * 1024, headerBytes: Int = 16 * 1024, targetBytes: Int = 8 * 1024,
        connections: Int = 4096, connectionsPerAddress: Int = 1024, idleTime: Duration = .seconds(60),
        headerTime: Duration = .seconds(15), bodyTime: Duration = .seconds(30), bodyRate: Int = 1024,
        discardedBytes: Int = 64 * 1024 * 1024, unreadBytes: Int = 32 * 1024 * 1024,
        unreadTime: Duration = .seconds(5)
    ) {
        self.bodyBytes = bodyBytes
        self.headerBytes = headerBytes
        self.targetBytes = targetBytes
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress
        self.idleTime = idleTime
        self.headerTime = headerTime
        self.bodyTime = bodyTime
        self.bodyRate = bodyRate
        self.discardedBytes = discardedBytes
        self.unreadBytes = unreadBytes
        self.unreadTime = unreadTime
    }
}
