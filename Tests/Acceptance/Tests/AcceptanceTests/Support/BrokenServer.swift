import Dispatch
import Glibc
import KernelTesting
import Threads

/// Something that listens where a server should, and answers each request with
/// the same bytes before it closes the connection, or never.
final class BrokenServer: Sendable {
    private let listener: Int32
    private let hasEnded = DispatchSemaphore(value: 0)
    private let requested = DispatchSemaphore(value: 0)

    /// - Parameter bytes: The answer; nil to stay silent until the end.
    init(port: Int, answering bytes: String?) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        self.listener = listener
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let code = withUnsafeBytes(of: &address) {
            bind(listener, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
        }
        guard code == 0, listen(listener, 16) == 0 else { throw POSIXFailure(call: "listen", code: errno) }
        try BlockingThread.start(name: "broken server") { [requested, hasEnded] in
            defer { hasEnded.signal() }
            var unanswered: [Int32] = []
            while case let client = accept(listener, nil, nil), client >= 0 {
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                var buffer = [UInt8](repeating: 0, count: 64 * 1024)
                _ = recv(client, &buffer, buffer.count, 0)
                requested.signal()
                guard let bytes else {
                    unanswered.append(client)
                    continue
                }
                _ = Array(bytes.utf8).withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                close(client)
            }
            for client in unanswered { close(client) }
        }
    }

    /// Waits until something was asked.
    func firstRequest() async throws { try await blocking { [requested] in requested.wait() } }

    /// Gives the port back.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        hasEnded.wait()
        close(listener)
    }
}
