/// What a transport does with an answer that points elsewhere
/// (RFC 9110, section 15.4).
public enum HTTPRedirects: Sendable, Hashable {
    /// Hands the answer to the caller like any other.
    case returned
    /// Follows up to `maximum` of them, then fails with `invalidResponse`.
    ///
    /// `Authorization`, `Cookie` and `Proxy-Authorization` are left out as soon
    /// as scheme, host or port change.
    case followed(maximum: Int)
}
