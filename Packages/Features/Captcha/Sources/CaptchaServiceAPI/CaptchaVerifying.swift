public import CoreModels
public import HTTPServingAPI

/// Tells people from machines, or at least makes machines pay.
///
/// Any number of calls may run at once.
public protocol CaptchaVerifying: CaptchaDemanding {
    /// A challenge, to be sent to whoever has to answer it.
    ///
    /// - Parameter abuse: How many failures there were beyond those that are
    ///   free; what is asked grows with it.
    func challenge(abuse: Int) async throws(CaptchaServiceError) -> String

    /// Whether an answer holds; each holds once.
    ///
    /// - Parameters:
    ///   - answer: What was sent.
    ///   - abuse: As for a challenge: an answer to an easier one doesn't hold.
    ///   - peer: Who sent it.
    func accepts(
        _ answer: Secret, abuse: Int, from peer: IPAddress
    ) async throws(CaptchaServiceError) -> Bool
}

/// Why nothing can be said of an answer; whoever asks must refuse then.
public enum CaptchaServiceError: Error, Hashable, Sendable {
    /// The task was cancelled.
    case cancelled
    /// The store, the keys, or the provider failed; the reason is for logs.
    case unavailable(reason: String)
}

extension CaptchaServiceError: CustomStringConvertible {
    /// What logs say.
    public var description: String {
        switch self {
        case .cancelled: "cancelled"
        case .unavailable(let reason): reason
        }
    }
}
