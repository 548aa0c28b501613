import FoundationEssentials
import Glibc
import KernelTesting

/// A request over a socket whose body is kept back once its handler wants it.
///
/// Calls that block run on a thread of their own; what gets nothing for ten seconds
/// has failed.
final class HeldRequest: Sendable {
    private let descriptor: Int32
    private let body: Data

    private struct NoConnection: Error {
        let code: Int32
    }

    /// Sends all but the body.
    ///
    /// - Parameter fields: Each with its line end.
    init(_ line: String, _ fields: String, body: Data, port: Int) async throws {
        self.body = body
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw NoConnection(code: errno) }
        await send(
            Data(
                """
                \(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\
                Expect: 100-continue\r\n\(fields)\r\n
                """.utf8))
    }

    deinit {
        close(descriptor)
    }

    /// What the server says before the body has come: 100 once the handler reads it, so
    /// has done what it does before, or the answer; nil if it says nothing.
    func firstStatus() async -> Int? { Self.status(await receive()) }

    /// Sends the body, and returns the answer.
    func finish() async -> (status: Int?, text: String) {
        await send(Data("\(String(body.count, radix: 16))\r\n".utf8) + body + Data("\r\n0\r\n\r\n".utf8))
        var answer = Data()
        while let part = await receive(), !part.isEmpty { answer += part }
        return (Self.status(answer), String(decoding: answer, as: UTF8.self))
    }

    private static func status(_ answer: Data?) -> Int? {
        answer.flatMap { Int(String(decoding: $0.dropFirst("HTTP/1.1 ".count).prefix(3), as: UTF8.self)) }
    }

    private func send(_ data: Data) async {
        await onThread { [descriptor] in
            var rest = Array(data)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    private func receive() async -> Data? {
        await onThread { [descriptor] in
            var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            return count < 0 ? nil : Data(buffer.prefix(count))
        }
    }
}
