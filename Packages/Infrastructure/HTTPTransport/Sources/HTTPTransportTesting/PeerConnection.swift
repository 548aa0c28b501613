import FoundationEssentials
import Glibc
import HTTPTypes
import Locking

/// A connection to a ``LoopbackPeer``, as its script sees it.
///
/// All methods block; the script is the only one to use them.
public final class PeerConnection: Sendable {
    /// Which connection of its peer this is, counted from 1.
    public let number: Int
    private let socket: PeerSocket
    private let journal: PeerJournal
    private let unread = Locked<[UInt8]>([])

    init(_ socket: PeerSocket, number: Int, journal: PeerJournal) {
        self.socket = socket
        self.number = number
        self.journal = journal
    }

    /// Reads a request to the end of its body.
    ///
    /// - Returns: nil when the client has closed the connection instead.
    @discardableResult
    public func readRequest() throws -> PeerRequest? {
        guard let head = try readHead() else { return nil }
        let body: Data
        if head.fields["Transfer-Encoding"]?.lowercased() == "chunked" {
            body = try readChunks()
        } else {
            body = Data(try read(head.fields[.contentLength].flatMap { Int($0) } ?? 0))
        }
        let request = PeerRequest(
            method: head.method, target: head.target, fields: head.fields, body: body, connection: number)
        journal.note(request)
        return request
    }

    /// Sends bytes as they are.
    public func send(_ bytes: some Sequence<UInt8>) throws {
        try socket.write(Array(bytes))
    }

    /// Sends text as it is.
    public func send(_ text: String) throws {
        try send(text.utf8)
    }

    /// Sends `bytes` again and again until the client has taken nothing for
    /// `patience` milliseconds, or until `limit` bytes are sent.
    ///
    /// - Returns: How many bytes were sent.
    public func sendUntilBlocked(_ bytes: [UInt8], limit: Int, patience: Int32 = 300) throws -> Int {
        var sent = 0
        while sent < limit {
            let count = try socket.writeWithoutBlocking(bytes[(sent % bytes.count)...], patience: patience)
            guard count > 0 else { break }
            sent += count
        }
        return sent
    }

    /// Does nothing for some time.
    public func idle(milliseconds: Int32) {
        poll(nil, 0, milliseconds)
    }

    /// Does nothing until the client goes away or the peer ends.
    public func stall() {
        while !socket.read().isEmpty {}
    }

    /// Ends the connection with a reset instead of a proper close.
    public func drop() {
        if socket.close(lingering: false) { journal.noteClosed() }
    }

    func close() {
        if socket.close(lingering: true) { journal.noteClosed() }
    }

    private func readHead() throws -> PeerRequest? {
        var lines: [String] = []
        while true {
            guard let line = readLine() else {
                guard lines.isEmpty else { throw PeerFailure(reason: "The request ended within its head") }
                return nil
            }
            if line.isEmpty { break }
            lines.append(line)
        }
        let words = (lines.first ?? "").split(separator: " ").map(String.init)
        guard words.count == 3 else { throw PeerFailure(reason: "The first line is no request") }
        var fields = HTTPFields()
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw PeerFailure(reason: "A line is no header field") }
            fields.append(HTTPFieldName(String(parts[0])), String(parts[1].drop { $0 == " " }))
        }
        return PeerRequest(
            method: HTTPMethod(rawValue: words[0]), target: words[1], fields: fields, body: Data(), connection: number)
    }

    private func readChunks() throws -> Data {
        var body = Data()
        while true {
            guard let size = readLine().flatMap({ Int($0, radix: 16) }) else {
                throw PeerFailure(reason: "The size of a chunk can't be read")
            }
            body += try read(size)
            guard readLine() == "" else { throw PeerFailure(reason: "A chunk has no end") }
            if size == 0 { return body }
        }
    }

    /// The next line without its end; nil when the client has gone.
    private func readLine() -> String? {
        while true {
            let line = unread.withLock { unread -> String? in
                guard let end = unread.firstIndex(of: 0x0A) else { return nil }
                let line = unread[..<end].filter { $0 != 0x0D }
                unread.removeFirst(end + 1)
                return String(decoding: line, as: UTF8.self)
            }
            if let line { return line }
            guard readMore() else { return nil }
        }
    }

    private func read(_ count: Int) throws -> [UInt8] {
        while unread.current.count < count {
            guard readMore() else { throw PeerFailure(reason: "The request ended within its body") }
        }
        return unread.withLock { unread in
            defer { unread.removeFirst(count) }
            return Array(unread.prefix(count))
        }
    }

    private func readMore() -> Bool {
        let bytes = socket.read()
        unread.withLock { $0 += bytes }
        return !bytes.isEmpty
    }
}
