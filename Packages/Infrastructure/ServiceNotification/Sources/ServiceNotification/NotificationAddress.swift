import Glibc

/// Where a service manager listens: a socket with a path, or with an abstract
/// name (unix(7)).
struct NotificationAddress: Sendable {
    private let name: [UInt8]

    /// - Parameter text: As in `NOTIFY_SOCKET`: a path from the root, or a name
    ///   that begins with `@`; nil if it is neither, or too long.
    init?(_ text: String) {
        guard text.hasPrefix("/") || text.hasPrefix("@") else { return nil }
        let bytes = Array(text.utf8)
        // An abstract name is told by its first byte and ends with the address's length.
        name = text.hasPrefix("@") ? [0] + bytes.dropFirst() : bytes
        guard name.count > 1, name.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
    }

    /// Sends a datagram.
    ///
    /// - Returns: 0, or errno; `EAGAIN` if the manager has no room for it now.
    func send(_ message: String) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let length = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path) + name.count
        let bytes = Array(message.utf8)
        let sent = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe sendto(
                    descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), $0, socklen_t(length))
            }
        }
        return sent == bytes.count ? 0 : errno
    }
}
