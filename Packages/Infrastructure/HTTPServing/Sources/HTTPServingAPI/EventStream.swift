import FoundationEssentials
import HTTPTypes

/// Sends the events of one event stream.
public struct EventStream: Sendable {
    private let writer: any ResponseWriter

    /// Creates a stream that writes to `writer`.
    public init(_ writer: any ResponseWriter) {
        self.writer = writer
    }

    /// Sends an event.
    ///
    /// - Throws: as ``ResponseWriter/write(_:)``.
    public func send(_ event: ServerSentEvent) async throws(ResponseWriterError) {
        try await writer.write(Data(event.encoded.utf8))
    }

    /// Sends a comment, which clients ignore; it shows that the connection is
    /// alive and keeps proxies from closing it.
    public func sendComment() async throws(ResponseWriterError) {
        try await writer.write(Data(":\n\n".utf8))
    }
}

extension ServerResponse {
    /// An event stream.
    ///
    /// The stream ends when `body` returns, when the client leaves or when the
    /// server stops; in the last two cases the task of `body` is cancelled.
    ///
    /// - Parameters:
    ///   - heartbeat: how often a comment is sent meanwhile.
    ///   - clock: measures the heartbeat.
    public static func eventStream(
        heartbeat: Duration = .seconds(15), clock: any Clock<Duration> = ContinuousClock(),
        _ body: @escaping @Sendable (EventStream) async throws -> Void
    ) -> ServerResponse {
        ServerResponse(
            fields: [.contentType: MediaType.eventStream.description, .cacheControl: "no-store"],
            body: .events { writer in
                let stream = EventStream(writer)
                // A first byte tells the client at once that it is connected.
                try await stream.sendComment()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await body(stream) }
                    group.addTask {
                        while true {
                            try await clock.sleep(for: heartbeat)
                            try await stream.sendComment()
                        }
                    }
                    try await group.next()
                    group.cancelAll()
                }
            })
    }
}
