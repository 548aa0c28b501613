public import FoundationEssentials
import Glibc
import Locking

/// A real server on 127.0.0.1 that does what a script says, also what no
/// proper server would do: answer nonsense, stall, answer half, drop.
///
/// ```swift
/// let peer = try LoopbackPeer { connection in
///     try connection.readRequest()
///     try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
/// }
/// ```
/// The script runs once for each connection, on a thread of its own, and may
/// block. When it returns or throws, the connection is closed. All ends when
/// the last reference goes.
public final class LoopbackPeer: Sendable {
    /// What to do with a connection.
    public typealias Script = @Sendable (PeerConnection) throws -> Void

    /// The port on which the peer listens.
    public let port: UInt16
    private let listener: PeerSocket
    private let journal: PeerJournal

    /// Starts a peer that does what the script says.
    public init(_ script: @escaping Script) throws {
        let listener = try PeerSocket.listening()
        let journal = PeerJournal()
        self.listener = listener
        self.journal = journal
        port = listener.port
        startThread {
            while let socket = listener.accept() {
                let connection = PeerConnection(socket, number: journal.add(socket), journal: journal)
                startThread {
                    try? script(connection)
                    connection.close()
                }
            }
        }
    }

    /// Starts a peer that answers every request of every connection with the
    /// same bytes.
    public convenience init(answering bytes: String) throws {
        try self.init { connection in
            while try connection.readRequest() != nil { try connection.send(bytes) }
        }
    }

    deinit {
        listener.shutDown()
        journal.shutDownAll()
    }

    /// `http://127.0.0.1` and the port, with a path.
    public func url(_ path: String = "/") -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            preconditionFailure("\(path) is no path of an address")
        }
        return url
    }

    /// The requests so far, of all connections, in the order in which they had
    /// come whole.
    public var requests: [PeerRequest] { journal.requests }

    /// How many connections were made so far.
    public var connectionCount: Int { journal.connectionCount }

    /// Returns once so many requests have come whole.
    public func waitForRequests(_ count: Int = 1) async {
        await journal.wait { $0.requestCount >= count }
    }

    /// Returns once so many connections have ended.
    public func waitForClosedConnections(_ count: Int = 1) async {
        await journal.wait { $0.closedCount >= count }
    }
}
