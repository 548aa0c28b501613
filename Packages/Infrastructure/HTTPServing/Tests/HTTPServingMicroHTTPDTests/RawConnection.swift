import Glibc

/// A TCP client that sends exactly the bytes it is told to.
///
/// Calls that block run on threads of their own. A read that gets nothing for
/// ten seconds fails.
final class RawConnection: Sendable {
    let descriptor: Int32

    init(port: Int, ipv6: Bool = false) throws {
        descriptor = socket(ipv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw ConnectFailure(call: "socket", code: errno) }
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let number = in_port_t(UInt16(port).bigEndian)
        var result: Int32 = 0
        if ipv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = number
            address.sin6_addr = in6addr_loopback
            result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = number
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        guard result == 0 else {
            let code = errno
            Glibc.close(descriptor)
            throw ConnectFailure(call: "connect", code: code)
        }
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Sends all bytes; false when the server doesn't take them.
    @discardableResult
    func send(_ bytes: [UInt8]) async -> Bool {
        await onThread { [descriptor] in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    @discardableResult
    func send(_ text: String) async -> Bool {
        await send(Array(text.utf8))
    }

    /// Some bytes; empty at the end, nil when the connection was reset or
    /// nothing came in time.
    func receive(_ count: Int = 64 * 1024) async -> [UInt8]? {
        await onThread { [descriptor] in
            var buffer = [UInt8](repeating: 0, count: count)
            let received = recv(descriptor, &buffer, count, 0)
            return received < 0 ? nil : Array(buffer.prefix(received))
        }
    }

    /// Reads to the end of the connection; nil when it was reset.
    func receiveAll() async -> [UInt8]? {
        var all: [UInt8] = []
        while let part = await receive() {
            if part.isEmpty { return all }
            all += part
        }
        return nil
    }

    /// Sends nothing more, and goes on reading.
    func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Breaks the connection off with a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        // The descriptor stays open, so that its number isn't given away while
        // this object holds it; connecting to nowhere sends the reset.
        var nowhere = sockaddr()
        nowhere.sa_family = sa_family_t(AF_UNSPEC)
        connect(descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
    }

    /// Makes the system's buffer for what comes in small.
    func shrinkReceiveBuffer() {
        var size: Int32 = 4096
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
}

/// Runs a call that blocks on a thread of its own.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let work = Unmanaged.passRetained(ThreadWork { continuation.resume(returning: body()) })
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, 512 * 1024)
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        pthread_attr_destroy(&attributes)
        precondition(code == 0, "pthread_create: \(code)")
        pthread_detach(thread)
    }
}

private final class ThreadWork: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

/// The system refused to make a connection.
struct ConnectFailure: Error {
    let call: String
    let code: Int32
}
