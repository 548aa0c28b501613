import Glibc
import KernelTesting
import Locking
import Threads

/// Stands between a store and its server, and cuts a connection over which a
/// transaction is to be committed.
final class CuttingProxy: Sendable {
    enum Cut: Sendable {
        /// The server never hears of the commit.
        case onTheWay
        /// It commits, and its answer is lost.
        case onTheWayBack
        /// The same, and nobody can be reached any more.
        case forGood
    }

    private let server: String
    private let own = Locked<TemporaryFolder?>(nil)
    private let listener: Int32
    private let next = Locked<Cut?>(nil)
    private let isGone = Locked(false)
    private let passing = Locked<Set<Int32>>([])

    /// The folder of its socket.
    let folder: String

    init(before server: String) throws {
        self.server = server
        let own = try TemporaryFolder()
        folder = own.path
        self.own.withLock { $0 = own }
        listener = try Self.socket(in: folder) { descriptor, address, length in
            unsafe bind(descriptor, address, length)
        }
        Glibc.listen(listener, 16)
        try BlockingThread.start(name: "proxy") { [self] in acceptAll() }
    }

    /// Cuts the next connection that commits.
    func cutNext(_ cut: Cut) { next.withLock { $0 = cut } }

    /// Whether the cut was made.
    var hasCut: Bool { next.withLock { $0 == nil } }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func acceptAll() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            guard !isGone.current,
                let upstream = try? Self.socket(in: server, { unsafe connect($0, $1, $2) })
            else {
                close(client)
                continue
            }
            try? BlockingThread.start(name: "proxied") { [self] in
                passing.withLock { _ = $0.insert(client) }
                pass(client, upstream)
                passing.withLock { _ = $0.remove(client) }
                close(client)
                close(upstream)
            }
        }
    }

    private func pass(_ client: Int32, _ upstream: Int32) {
        while true {
            var ready = [
                pollfd(fd: client, events: Int16(POLLIN), revents: 0),
                pollfd(fd: upstream, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&ready, 2, -1) > 0 else { return }
            if ready[1].revents != 0, !move(from: upstream, to: client) { return }
            if ready[0].revents != 0 {
                guard let bytes = Self.read(client) else { return }
                let commit = Array("COMMIT\0".utf8)
                if bytes.suffix(commit.count) == commit[...], let cut = next.withLock({ $0.take() }) {
                    if cut == .onTheWay { return }
                    if cut == .forGood { isGone.withLock { $0 = true } }
                    Self.write(bytes, to: upstream)
                    // Its answer means that it is done.
                    _ = Self.read(upstream)
                    if cut == .forGood { passing.withLock { for other in $0 { shutdown(other, Int32(SHUT_RDWR)) } } }
                    return
                }
                Self.write(bytes, to: upstream)
            }
        }
    }

    private func move(from source: Int32, to target: Int32) -> Bool {
        guard let bytes = Self.read(source) else { return false }
        Self.write(bytes, to: target)
        return true
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    private static func socket(
        in folder: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array((folder + "/.s.PGSQL.5432").utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard descriptor >= 0, code == 0 else { throw POSIXFailure(call: "socket", code: errno) }
        return descriptor
    }
}
