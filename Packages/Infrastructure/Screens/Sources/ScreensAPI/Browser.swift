/// Somebody's browser for the time of one request, by which what belongs to its
/// person is found.
public struct Browser: Hashable, Sendable {
    /// What tells it from others that are there.
    public let id: UInt64

    /// Names a browser; whoever keeps browsers makes no name twice.
    public init(id: UInt64) {
        self.id = id
    }

    /// A browser of which nothing is known.
    public static let unknown = Browser(id: 0)
}

/// Something that each person has one of, such as what logs them in.
///
/// ```swift
/// let posting: Scoped<any CommentPosting>
/// …
/// try await posting(at: request.browser).post(message, on: image)
/// ```
public struct Scoped<Capability: Sendable>: Sendable {
    private let resolve: @Sendable (Browser) async throws -> Capability

    /// Creates what finds it.
    public init(_ resolve: @escaping @Sendable (Browser) async throws -> Capability) {
        self.resolve = resolve
    }

    /// The same for everybody.
    public init(always capability: Capability) {
        self.init { _ in capability }
    }

    /// That of the person at a browser; whoever isn't signed in has one, too.
    public func callAsFunction(at browser: Browser) async throws -> Capability {
        try await resolve(browser)
    }
}
