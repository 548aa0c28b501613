import Foundation
import Glibc

/// A connection on which requests go out and answers come in, one at a time.
final class RawConnection {
    let descriptor: Int32
    private let port: Int
    private var received: [UInt8] = []

    init(port: Int) throws {
        self.port = port
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        unsafe address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let code = unsafe withUnsafeBytes(of: &address) {
            unsafe connect(
                descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
        }
        guard code == 0 else { throw BenchServer.Failure(reason: "no connection") }
    }

    deinit { close(descriptor) }

    func send(_ method: String, _ path: String, fields: [String] = [], json: String? = nil, form: String? = nil) {
        var request = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
        for field in fields { request += field + "\r\n" }
        if let json { request += "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n" }
        if let form {
            request += "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n"
        }
        let bytes = Array((request + "\r\n" + (json ?? form ?? "")).utf8)
        _ = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// The next answer as a whole.
    func answer() throws -> String {
        try waitForBytes("\r\n\r\n")
        let head = String(decoding: received, as: UTF8.self).components(separatedBy: "\r\n\r\n")[0]
        // One that says "as you have it" names the length of what it doesn't send.
        let named = head.hasPrefix("HTTP/1.1 304") ? nil : head.firstMatch(of: /[Cc]ontent-[Ll]ength: ([0-9]+)/)
        let length = named.flatMap { Int($0.1) } ?? 0
        while received.count < head.utf8.count + 4 + length { try takeBytes() }
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    /// Waits until these bytes have come, and keeps what has.
    func waitForBytes(_ text: String) throws {
        while received.firstRange(of: Array(text.utf8)) == nil { try takeBytes() }
    }

    /// Takes what has come.
    ///
    /// - Returns: The status of the answer if it is complete.
    func receive() throws -> Int? {
        try takeBytes()
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.drop { !$0.isNumber }) }
        guard received.count - end.upperBound >= length ?? 0 else { return nil }
        received = []
        return lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    private func takeBytes() throws {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw BenchServer.Failure(reason: "the server closed a connection") }
        received += buffer[..<count]
    }
}
