import CurlKit
import HTTPTransportAPI

extension HTTPTransportError {
    /// Says in the words of HTTP why the library ended a transfer.
    init(_ outcome: CurlOutcome, isInHead: Bool, _ limits: HTTPLimits) {
        switch outcome.code {
        case .timedOut: self = .timedOut
        case .aborted: self = .cancelled
        case .outOfMemory where isInHead: self = .tooLarge(limit: limits.maximumHeaderBytes)
        case .malformedURL, .badArgument: self = .invalidRequest(reason: outcome.reason)
        // The library's own words would hold the proxy's address, and that may
        // hold a password.
        case .couldNotResolveProxy: self = .connectivity(reason: outcome.code.description)
        case let code where Self.connectivityCodes.contains(code):
            self =
                outcome.isMalformedAnswer
                ? .invalidResponse(reason: outcome.reason)
                : .connectivity(reason: outcome.reason)
        case let code where Self.tlsCodes.contains(code): self = .tls(reason: outcome.reason)
        default: self = .invalidResponse(reason: outcome.reason)
        }
    }

    private static let connectivityCodes: Set<CurlCode> = [
        .couldNotResolveHost, .couldNotConnect, .partialFile, .gotNothing, .sendError, .receiveError, .sendFailRewind,
        .http2Stream, .proxy, .failedInitialization,
    ]

    private static let tlsCodes: Set<CurlCode> = [
        .tlsConnectError, .tlsEngineNotFound, .localCertificate, .tlsCipher, .peerVerificationFailed, .tlsUnavailable,
        .badAuthorityFile, .tlsShutdownFailed, .badRevocationFile, .tlsIssuer, .pinnedKeyMismatch,
        .invalidCertificateStatus, .clientCertificateNeeded,
    ]
}

extension CurlOutcome {
    /// Whether bytes did come but made no sense: for those of a chunked body
    /// the library has no code of their own.
    fileprivate var isMalformedAnswer: Bool {
        code == .receiveError && reason.hasSuffix("in chunked-encoding")
    }
}
