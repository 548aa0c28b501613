import Glibc
import Locking

/// Ports for servers that are started again on the same one.
///
/// The system chooses from 32768 on, for servers and for each connection, so
/// that a port it chose can belong to somebody else while its server is down.
/// These it never gives away.
enum Ports {
    private static let range = 16_384..<32_768
    private static let latest = Locked(range.lowerBound + Int(getpid()) * 64 % range.count)

    /// A port of this machine that nobody listens on, another one each time.
    static func next() -> Int {
        var port = 0
        repeat {
            port = latest.withLock { latest in
                latest = latest + 1 < range.upperBound ? latest + 1 : range.lowerBound
                return latest
            }
        } while !isFree(port)
        return port
    }

    private static func isFree(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafeBytes(of: &address) {
            bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
        } == 0
    }
}
