import HTTPTransportAPI

/// Why an exchange brought no answer.
struct ExchangeFailure: Error {
    let error: HTTPTransportError
    /// Whether nothing came for longer than the limit.
    var isStall = false
}
