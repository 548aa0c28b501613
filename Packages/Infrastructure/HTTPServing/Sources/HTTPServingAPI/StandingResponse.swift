import Locking

/// An answer that many requests get, such as a page that is kept: what is made
/// of it for one of them, its header in particular, is there for the others.
///
/// Threads may share it; a copy is the same answer.
///
/// ```swift
/// let alive = StandingResponse(.bytes(Data(#"{"status":"ok"}"#.utf8), type: .json)).response
/// return Route(.get, "/healthz", atOnce: { _ in alive }, handler: { _ in alive })
/// ```
public struct StandingResponse: Identifiable, Sendable {
    private final class Contents: Sendable {
        let original: ServerResponse
        let plain = Locked<StandingResponse?>(nil)
        let secure = Locked<StandingResponse?>(nil)

        init(_ original: ServerResponse) {
            self.original = original
        }
    }

    private let contents: Contents

    /// Makes an answer, which has no body or one of bytes, and no ranges.
    public init(_ response: ServerResponse) {
        contents = Contents(response)
    }

    /// Differs from that of every other answer that there is.
    public var id: ObjectIdentifier { ObjectIdentifier(contents) }

    /// The answer; it stops standing for this one as soon as something in it
    /// is changed.
    public var response: ServerResponse {
        ServerResponse(contents.original, standing: self)
    }

    /// The answer with what a responder adds to each, which is added once for
    /// encrypted connections and once for others.
    ///
    /// - Parameter complete: Adds it; nil if the answer can't be sent.
    public func completed(isSecure: Bool, by complete: (ServerResponse) -> ServerResponse?) -> ServerResponse? {
        let variant = isSecure ? contents.secure : contents.plain
        if let known = variant.current { return known.response }
        guard let response = complete(contents.original) else { return nil }
        let made = StandingResponse(response)
        variant.withLock { $0 = made }
        return made.response
    }
}
