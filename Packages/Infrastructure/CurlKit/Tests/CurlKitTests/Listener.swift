import CurlKit
import Glibc
import KernelTesting

/// Accepts connections on loopback and says what it was told, or nothing.
final class Listener: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let answer: String?

    init(answer: String? = nil) throws {
        self.answer = answer
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isListening else { throw Failure(code: errno) }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        close(descriptor)
    }

    /// A transfer that waits for an answer of the listener.
    var asking: RecordingTransfer.Behaviour {
        let url = "http://127.0.0.1:\(port)/"
        return RecordingTransfer.Behaviour(configure: { (handle) throws(CurlError) in
            try handle.set(.url, url)
            try handle.set(.noProxy, "*")
        })
    }

    /// Waits for the next connection and for its first bytes, and answers.
    ///
    /// - Returns: The bytes.
    @discardableResult
    func waitForConnection() async -> String {
        let descriptor = descriptor, answer = answer
        return await onThread {
            let connection = accept(descriptor, nil, nil)
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(connection, &bytes, bytes.count, Int32(MSG_PEEK))
            if let answer {
                _ = answer.utf8.withContiguousStorageIfAvailable { send(connection, $0.baseAddress, $0.count, 0) }
                shutdown(connection, Int32(SHUT_WR))
            }
            return String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }

    private struct Failure: Error {
        let code: Int32
    }
}
