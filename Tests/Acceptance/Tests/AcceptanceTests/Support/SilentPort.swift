import Glibc
import KernelTesting

/// A port on which connections are taken and nothing is ever said.
final class SilentPort: Sendable {
    let number: Int
    private let listener: Int32

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
            let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            // The system takes connections in the name of a program that never does.
            guard bind(listener, pointer, size) == 0, listen(listener, 64) == 0 else { return -1 }
            return getsockname(listener, pointer, &size)
        }
        guard code == 0 else { throw POSIXFailure(call: "listen", code: errno) }
        number = Int(in_port_t(bigEndian: address.sin_port))
    }

    deinit { close(listener) }
}
