import FoundationEssentials
import Glibc
import KernelTesting

/// A connection on which anything can be sent, right or wrong.
///
/// Its calls block; from tests go through ``blocking(_:)``.
final class Connection: Sendable {
    private let descriptor: Int32

    /// - Parameter isNarrow: Whether hardly anything fits on the way, so that what
    ///   isn't read stays with the server.
    init(port: Int, isNarrow: Bool = false) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw POSIXFailure(call: "socket", code: errno) }
        // For a server that hangs, and not for one that is slow.
        var limit = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if isNarrow {
            // Before the connection is made, since it is told to the server then.
            var size: Int32 = 2_048
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let code = withUnsafeBytes(of: &address) {
            connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
        }
        guard code == 0 else { throw POSIXFailure(call: "connect", code: errno) }
    }

    deinit { close(descriptor) }

    /// Sends all bytes; false if the peer doesn't take them any more.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
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

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Says that nothing more will be sent.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The next answer; nil if the connection ends before it is complete.
    func answer() -> Answer? {
        var received: [UInt8] = []
        while true {
            if let answer = Answer(received) { return answer }
            var buffer = [UInt8](repeating: 0, count: 64 * 1024)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received += buffer[..<count]
        }
    }

    /// Waits for the first byte of an answer, and leaves it there.
    ///
    /// - Returns: Whether there is one.
    func awaitAnswer() -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) == 1
    }

    /// Whether nothing has come that wasn't read.
    var isSilent: Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) == 0
    }

    /// Sends a whole request.
    @discardableResult
    func send(
        request method: String, _ path: String, json: String? = nil, form: String? = nil, token: String? = nil
    ) -> Bool {
        var request = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        if let token { request += "Authorization: Bearer \(token)\r\n" }
        let type = form == nil ? "application/json" : "application/x-www-form-urlencoded", body = form ?? json
        if let body { request += "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n" }
        return send(request + "\r\n" + (body ?? ""))
    }

    /// Sends a whole request and waits for its answer.
    func ask(
        _ method: String, _ path: String, json: String? = nil, form: String? = nil, token: String? = nil
    ) -> Answer? {
        send(request: method, path, json: json, form: form, token: token) ? answer() : nil
    }
}

/// What a server answered.
struct Answer: Equatable, Sendable {
    let status: Int
    /// The fields, by their names in lower case.
    let fields: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// Reads an answer with a `Content-Length`; nil while it is incomplete.
    init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        guard let first = lines.first, let status = Int(first.split(separator: " ").dropFirst().first ?? "") else {
            return nil
        }
        let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (line[..<colon].lowercased(), String(value))
        }
        fields = Dictionary(pairs) { $0 + ", " + $1 }
        self.status = status
        let rest = bytes[end.upperBound...]
        let length = [204, 304].contains(status) ? 0 : Int(fields["content-length"] ?? "") ?? 0
        guard rest.count >= length else { return nil }
        body = Array(rest.prefix(length))
    }

    var json: JSON? { try? JSON(parsing: String(decoding: body, as: UTF8.self)) }
    /// The code of a problem document.
    var code: String? { json?["code"]?.text }
}
