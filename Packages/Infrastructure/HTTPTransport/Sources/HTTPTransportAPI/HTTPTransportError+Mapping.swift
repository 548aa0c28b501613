public import Localization
public import Presenting

extension HTTPTransportError {
    /// The error of a feature for a request that had no answer, by what that
    /// means to whoever asked.
    ///
    /// - Parameters:
    ///   - cancelled: The call was cancelled.
    ///   - unreachable: The server can't be reached; the text says what is in the
    ///     way. It may have done what was asked all the same.
    ///   - unintelligible: What answers is no server of this service.
    ///   - impossible: The request can't be made as things are on this device, so
    ///     nothing was sent.
    public func mapped<Failure: Error>(
        cancelled: Failure, unreachable: (LocalizedText) -> Failure, unintelligible: Failure,
        impossible: (Obstacle) -> Failure
    ) -> Failure {
        switch self {
        case .cancelled: cancelled
        case .connectivity, .timedOut, .tls: unreachable(text)
        case .tooLarge, .invalidResponse: unintelligible
        case .insecureAddress, .credentialsUnavailable, .refusedByPins, .invalidRequest, .fileSystem:
            impossible(Obstacle(self))
        }
    }
}
