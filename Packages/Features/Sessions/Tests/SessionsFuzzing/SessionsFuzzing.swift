import CoreModels
import FoundationEssentials
public import KernelTesting
import SessionsAPI
import SessionsClient

/// What fuzzers try of the package.
public enum SessionsFuzzing {
    /// Streams of events, and what a client reads in an access token.
    public static let readers: [FuzzedReader] = [eventStream, accessToken]

    /// The first byte says how the stream is cut into pieces, which must not
    /// change what is read.
    private static let eventStream = FuzzedReader("event-stream") { bytes in
        guard let first = bytes.first else { return }
        let stream = Data(bytes.dropFirst())
        var whole = EventStreamParser(), cut = EventStreamParser()
        let size = 1 + Int(first) % 16
        var events: [EventStreamParser.Event]? = []
        for start in stride(from: 0, to: stream.count, by: size) {
            let piece = stream[start..<min(start + size, stream.count)]
            guard let more = cut.consume(Data(piece)) else {
                events = nil
                break
            }
            events? += more
        }
        precondition(whole.consume(stream) == events, "a stream says something else when it comes in pieces")
    }

    private static let accessToken = FuzzedReader("access-token") { bytes in
        _ = AccessTokenClaims(of: Secret(Data("AAAA.\(Data(bytes).base64EncodedString()).AAAA".utf8)))?.sessionID
    }
}
