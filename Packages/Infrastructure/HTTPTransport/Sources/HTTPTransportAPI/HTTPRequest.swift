public import FoundationEssentials
public import HTTPTypes

/// A request as a client sends it.
public struct HTTPRequest: Sendable, Equatable {
    /// What a request carries.
    public enum Body: Sendable, Equatable {
        /// Bytes in memory.
        case bytes(Data)
        /// The contents of a file, read while they are sent.
        case file(path: String)
    }

    /// What to do with the resource.
    public var method: HTTPMethod
    /// The address: absolute, `https`, or `http` on loopback.
    public var url: URL
    /// Header fields.
    ///
    /// `Host` and `Content-Length` are added by the transport,
    /// and `User-Agent` where it is missing.
    public var fields: HTTPFields
    /// The body, if there is one.
    public var body: Body?
    /// What the answer may cost.
    public var limits: HTTPLimits
    /// What to do when the server points elsewhere.
    public var redirects: HTTPRedirects
    /// Hears how much of a body in a file was sent.
    public var uploadObserver: UploadObserver?

    /// Creates a request.
    public init(
        method: HTTPMethod = .get,
        url: URL,
        fields: HTTPFields = [:],
        body: Body? = nil,
        limits: HTTPLimits = HTTPLimits(),
        redirects: HTTPRedirects = .returned,
        uploadObserver: UploadObserver? = nil
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.limits = limits
        self.redirects = redirects
        self.uploadObserver = uploadObserver
    }
}
