import CurlKit
import HTTPTransportAPI

extension HTTPTransportError {
    /// Says in the words of HTTP why the library ended a transfer.
    ///
    /// - Parameters:
    ///   - outgoing: What was sent.
    ///   - settings: What all requests have in common.
    init(_ outcome: CurlOutcome, isInHead: Bool, _ outgoing: OutgoingRequest, _ settings: TransportSettings) {
        switch outcome.code {
        case .timedOut: self = .timedOut
        case .aborted: self = .cancelled
        case .outOfMemory where isInHead: self = .tooLarge(limit: outgoing.request.limits.maximumHeaderBytes)
        case .pinnedKeyMismatch:
            self =
                outgoing.pins.map { .refusedByPins($0.otherwise) }
                ?? .tls(reason: outcome.publicReason, server: outgoing.server, authorities: settings.authorityFile)
        case .malformedURL: self = .invalidRequest(reason: outcome.publicReason)
        case let code where Self.connectivityCodes.contains(code):
            self =
                outcome.isMalformedAnswer
                ? .invalidResponse(reason: outcome.publicReason)
                : .connectivity(
                    reason: outcome.publicReason, server: outgoing.server, hasAnswered: settings.hasAnswered())
        case let code where Self.tlsCodes.contains(code):
            self = .tls(reason: outcome.publicReason, server: outgoing.server, authorities: settings.authorityFile)
        default: self = .invalidResponse(reason: outcome.publicReason)
        }
    }

    private static let connectivityCodes: Set<CurlCode> = [
        .couldNotResolveProxy, .couldNotResolveHost, .couldNotConnect, .partialFile, .gotNothing, .sendError,
        .receiveError, .sendFailRewind,
        .http2Stream, .proxy, .failedInitialization, .interfaceFailed, .noConnectionAvailable, .unrecoverablePoll,
    ]

    private static let tlsCodes: Set<CurlCode> = [
        .tlsConnectError, .tlsEngineNotFound, .localCertificate, .tlsCipher, .peerVerificationFailed, .tlsUnavailable,
        .badAuthorityFile, .tlsShutdownFailed, .badRevocationFile, .tlsIssuer, .pinnedKeyMismatch,
        .invalidCertificateStatus, .clientCertificateNeeded, .tlsEngineNotSet, .tlsEngineFailed,
    ]
}

extension CurlOutcome {
    /// Whether the transfer ended since it was too slow, for which the library
    /// has no code of its own.
    var isStall: Bool { code == .timedOut && reason.hasPrefix("Operation too slow") }

    /// The reason without what must not be in a log: of a proxy the library
    /// names the whole address, and that may hold a password.
    fileprivate var publicReason: String {
        reason.lowercased().contains("proxy") ? code.description : reason
    }

    /// Whether bytes did come but made no sense: for those of a chunked body
    /// the library has no code of their own.
    fileprivate var isMalformedAnswer: Bool {
        code == .receiveError && reason.hasSuffix("in chunked-encoding")
    }
}
