import Glibc

/// The socket of a service manager, for a test to hear what a program says.
public final class NotificationSocket: Sendable {
    /// What `NOTIFY_SOCKET` has to be.
    public let name: String
    private let descriptor: Int32

    /// Creates a socket.
    ///
    /// - Parameter name: A path that isn't there yet, or a name that begins with `@`.
    /// - Throws: ``NotificationSocketError``, with what the system refused.
    public init(_ name: String) throws(NotificationSocketError) {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw NotificationSocketError(call: "socket", code: errno) }
        let bytes = name.hasPrefix("@") ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw NotificationSocketError(call: "bind", code: ENAMETOOLONG)
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let length = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path) + bytes.count
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(length))
            }
        }
        guard bound == 0 else { throw NotificationSocketError(call: "bind", code: errno) }
    }

    deinit { close(descriptor) }

    /// The next message; blocks its thread until there is one.
    ///
    /// - Parameter patience: For how long, in milliseconds; 0 for what has come.
    /// - Returns: nil if none came.
    public func next(patience: Int32 = 0) -> String? {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, patience) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}

/// A call that the system refused.
public struct NotificationSocketError: Error, CustomStringConvertible {
    /// The call.
    public let call: String
    /// Its errno.
    public let code: Int32

    /// Both in a line.
    public var description: String { "\(call) failed with errno \(code)" }
}
