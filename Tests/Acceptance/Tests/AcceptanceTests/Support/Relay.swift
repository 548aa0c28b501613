import Dispatch
import Glibc
import KernelTesting
import Locking
import Threads

/// Stands between a client and a server on this machine, and remembers what
/// both said.
final class Relay: Sendable {
    let port: Int
    private let listener: Int32
    private let heard = Locked<[UInt8]>([])
    private let asked = Locked<[UInt8]>([])
    private let hook = Locked<@Sendable (String) -> Void>({ _ in })
    private let hold = Locked<Hold?>(nil)

    /// Starts to pass connections on to a port.
    init(to target: Int) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
            let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            guard bind(listener, pointer, size) == 0, listen(listener, 16) == 0 else { return -1 }
            return getsockname(listener, pointer, &size)
        }
        guard code == 0 else { throw POSIXFailure(call: "listen", code: errno) }
        port = Int(in_port_t(bigEndian: address.sin_port))
        try BlockingThread.start(name: "relay") { [heard, asked, hook, hold] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                guard let server = try? Self.dial(target) else {
                    close(client)
                    continue
                }
                let connection = Connection(client, server)
                try? BlockingThread.start(name: "relay, asked") {
                    Self.pass(connection.client, connection.server) { bytes in
                        asked.withLock { $0 += bytes }
                        return hold.current?.passes(bytes) ?? true
                    }
                }
                try? BlockingThread.start(name: "relay, heard") {
                    Self.pass(connection.server, connection.client) { bytes in
                        heard.withLock { $0 += bytes }
                        hook.current(String(decoding: bytes, as: UTF8.self))
                        return true
                    }
                }
            }
        }
    }

    /// Both ends of what is passed on: both directions are done with them before their
    /// numbers can belong to somebody else.
    private final class Connection: Sendable {
        let client: Int32, server: Int32

        init(_ client: Int32, _ server: Int32) {
            self.client = client
            self.server = server
        }

        deinit {
            close(client)
            close(server)
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Calls `body` with each piece that the server says from now on, before it
    /// is passed on.
    func onAnswer(_ body: @escaping @Sendable (String) -> Void) {
        hook.withLock { $0 = body }
    }

    /// Holds requests back that begin so, from now on.
    ///
    /// - Parameter forGood: Whether those never arrive that are held back.
    func holdBack(_ start: String, forGood: Bool = false) -> Hold {
        let hold = Hold(start, forGood)
        self.hold.withLock { $0 = hold }
        return hold
    }

    /// Requests that don't reach the server yet.
    final class Hold: Sendable {
        private let start: [UInt8], forGood: Bool
        private let held = DispatchSemaphore(value: 0), gate = DispatchSemaphore(value: 0)
        private let isOpen = Locked(false)

        fileprivate init(_ start: String, _ forGood: Bool) {
            self.start = Array(start.utf8)
            self.forGood = forGood
        }

        /// - Returns: Whether they go on.
        fileprivate func passes(_ bytes: ArraySlice<UInt8>) -> Bool {
            guard !isOpen.current, bytes.starts(with: start) else { return true }
            held.signal()
            gate.wait()
            // Others may go on as well.
            gate.signal()
            return !forGood
        }

        /// Waits until one is held back.
        func first() async throws { try await blocking { [held] in held.wait() } }

        /// Lets them go on, and all others.
        func release() {
            isOpen.withLock { $0 = true }
            gate.signal()
        }
    }

    /// All bytes that the server sent.
    var answers: [UInt8] { heard.current }

    /// All bytes that the client sent.
    var requests: [UInt8] { asked.current }

    /// All strings with a name in the JSON that the server sent.
    func values(of name: String) -> Set<String> {
        let parts = String(decoding: heard.current, as: UTF8.self).split(separator: "\"\(name)\":\"").dropFirst()
        return Set(parts.map { String($0.prefix { $0 != "\"" }) })
    }

    /// The last request of the client that begins so, whole.
    func request(_ start: String) -> String? {
        let text = String(decoding: asked.current, as: UTF8.self)
        guard let begin = text.ranges(of: start + " HTTP/1.1").last?.lowerBound,
            let end = text[begin...].firstRange(of: "\r\n\r\n")?.upperBound
        else { return nil }
        let length = text[begin..<end].split(separator: "\r\n").lazy.compactMap { line in
            line.lowercased().hasPrefix("content-length:") ? Int(line.drop { !$0.isNumber }) : nil
        }
        return text[begin..<end] + String(decoding: text[end...].utf8.prefix(length.first ?? 0), as: UTF8.self)
    }

    private static func dial(_ port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let code = withUnsafeBytes(of: &address) {
            connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
        }
        guard code == 0 else {
            close(descriptor)
            throw POSIXFailure(call: "connect", code: errno)
        }
        return descriptor
    }

    /// - Parameter look: Sees what comes, and says whether it goes on.
    private static func pass(_ source: Int32, _ target: Int32, _ look: (ArraySlice<UInt8>) -> Bool) {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while case let count = recv(source, &buffer, buffer.count, 0), count > 0 {
            var rest = buffer[..<count]
            guard look(rest) else { break }
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard sent > 0 else { break }
                rest = rest.dropFirst(sent)
            }
        }
        shutdown(target, Int32(SHUT_WR))
    }
}
