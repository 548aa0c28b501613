import Glibc
import Locking

/// Owns a socket of a ``LoopbackPeer``.
///
/// Other threads may shut it down, which wakes whoever blocks in it, but only
/// its own thread closes it, so its number is never another file's.
final class PeerSocket: Sendable {
    private let descriptor: Int32
    private let isOpen = Locked(true)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(lingering: true)
    }

    static func listening() throws -> PeerSocket {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw PeerFailure(call: "socket") }
        let listener = PeerSocket(descriptor)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0 else { throw PeerFailure(call: "bind") }
        guard listen(descriptor, SOMAXCONN) == 0 else { throw PeerFailure(call: "listen") }
        return listener
    }

    var port: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = unsafe getsockname(descriptor, $0, &length)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The next connection; nil once the socket is shut down.
    func accept() -> PeerSocket? {
        while true {
            let connection = Glibc.accept(descriptor, nil, nil)
            if connection >= 0 {
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                return PeerSocket(connection)
            }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    /// The next bytes; empty at the end.
    func read() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            return Array(buffer.prefix(max(0, count)))
        }
    }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw PeerFailure(call: "send") }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes what the client takes; nothing if it takes nothing for `patience`
    /// milliseconds.
    func writeWithoutBlocking(_ bytes: ArraySlice<UInt8>, patience: Int32) throws -> Int {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&request, 1, patience) > 0 else { return 0 }
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let count = unsafe bytes.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, flags) }
        if count < 0, errno == EAGAIN { return 0 }
        guard count >= 0 else { throw PeerFailure(call: "send") }
        return count
    }

    func shutDown() {
        isOpen.withLock { isOpen in
            if isOpen { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Closes the socket; without lingering the client gets a reset.
    ///
    /// - Returns: false if it was closed before.
    @discardableResult
    func close(lingering: Bool) -> Bool {
        isOpen.withLock { isOpen in
            guard isOpen else { return false }
            isOpen = false
            if lingering {
                // Ends the connection even if a child of the test, started
                // between accept and fcntl, has inherited it.
                shutdown(descriptor, Int32(SHUT_RDWR))
            } else {
                var option = linger(l_onoff: 1, l_linger: 0)
                unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            }
            Glibc.close(descriptor)
            return true
        }
    }
}

/// What went wrong in a ``LoopbackPeer``.
public struct PeerFailure: Error, Sendable, CustomStringConvertible {
    /// The call that failed, or what was wrong with the request.
    public let description: String

    init(call: String) {
        description = "\(call) failed with errno \(errno)"
    }

    init(reason: String) {
        description = reason
    }
}

/// Runs `body` on a thread of its own, since it blocks.
func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
        &thread, nil,
        { argument in
            if let argument = unsafe argument { unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }, unsafe work.toOpaque())
    precondition(code == 0, "pthread_create failed with \(code)")
    pthread_detach(thread)
}
