/// Who gets bytes over TLS.
public struct SecurePeer: Hashable, Sendable {
    /// What a peer knows us by.
    public struct Identity: Hashable, Sendable {
        /// The file of the certificate, in PEM.
        public let certificateFile: String
        /// The file of its key, in PEM.
        public let keyFile: String

        /// Creates an identity.
        public init(certificateFile: String, keyFile: String) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    /// Its name, or its address without brackets; what its certificate has to be for.
    public let host: String
    /// Its port, from 1 to 65535.
    public let port: Int
    /// The file of the authorities to trust instead of the system's, in PEM; nil for those.
    public let authorityFile: String?
    /// What it knows us by; nil for nothing.
    public let identity: Identity?
    /// How long a delivery may take.
    public let timeout: Duration

    /// Creates a peer.
    public init(
        host: String, port: Int, authorityFile: String? = nil, identity: Identity? = nil, timeout: Duration
    ) {
        self.host = host
        self.port = port
        self.authorityFile = authorityFile
        self.identity = identity
        self.timeout = timeout
    }
}
