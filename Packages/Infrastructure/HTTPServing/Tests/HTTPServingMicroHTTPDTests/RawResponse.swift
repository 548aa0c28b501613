import HTTPTypes

/// An answer as it came over the wire.
struct RawResponse: Equatable {
    var status: Int
    var fields: HTTPFields
    var body: [UInt8]
    /// Whether the body ended as its header promised.
    var isComplete: Bool

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Reads answers one after another from a connection.
final class ResponseReader {
    private let connection: RawConnection
    private var buffer: [UInt8] = []

    init(_ connection: RawConnection) {
        self.connection = connection
    }

    /// The next answer, or nil when the connection ended before its header.
    func next(head: Bool = false) async -> RawResponse? {
        guard let header = await take(through: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: header, as: UTF8.self).split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        var fields = HTTPFields()
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields.append(
                HTTPFieldName(String(parts[0])), parts.dropFirst().first.map { String($0.drop { $0 == " " }) } ?? "")
        }
        var response = RawResponse(status: status, fields: fields, body: [], isComplete: true)
        guard !head, status != 204, status != 304, status >= 200 else { return response }
        if fields["Transfer-Encoding"] == "chunked" {
            (response.body, response.isComplete) = await chunks()
        } else if let length = fields[.contentLength].flatMap({ Int($0) }) {
            response.isComplete = await fill(length)
            response.body = Array(buffer.prefix(length))
            buffer.removeFirst(response.body.count)
        } else {
            while await more() {}
            response.body = buffer
            buffer = []
        }
        return response
    }

    /// How many of so many bytes come before the connection ends.
    func count(upTo length: Int) async -> Int {
        _ = await fill(length)
        return min(length, buffer.count)
    }

    /// Reads until what was received contains `text`.
    func take(through end: [UInt8]) async -> [UInt8]? {
        while true {
            if let range = buffer.firstRange(of: end) {
                let taken = Array(buffer[..<range.upperBound])
                buffer.removeFirst(taken.count)
                return taken
            }
            guard await more() else { return nil }
        }
    }

    private func chunks() async -> ([UInt8], Bool) {
        var body: [UInt8] = []
        while let line = await take(through: Array("\r\n".utf8)) {
            guard let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16), await fill(size + 2)
            else { return (body + buffer, false) }
            body += buffer[..<size]
            buffer.removeFirst(size + 2)
            if size == 0 { return (body, true) }
        }
        return (body + buffer, false)
    }

    private func fill(_ count: Int) async -> Bool {
        while buffer.count < count { guard await more() else { return false } }
        return true
    }

    private func more() async -> Bool {
        guard let part = await connection.receive(), !part.isEmpty else { return false }
        buffer += part
        return true
    }
}

extension RawConnection {
    /// Sends a request and reads its answer.
    func exchange(_ request: String) async -> RawResponse? {
        await send(request)
        return await ResponseReader(self).next(head: request.hasPrefix("HEAD"))
    }
}
