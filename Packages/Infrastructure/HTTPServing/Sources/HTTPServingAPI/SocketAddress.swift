/// An address and a port.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address.
    public var ip: IPAddress
    /// The port.
    public var port: Int

    /// Creates a socket address.
    public init(ip: IPAddress, port: Int) {
        self.ip = ip
        self.port = port
    }

    /// `192.0.2.1:80` or `[2001:db8::1]:80`, as it stands in a URL.
    public var description: String { ip.isIPv4 ? "\(ip):\(port)" : "[\(ip)]:\(port)" }
}
