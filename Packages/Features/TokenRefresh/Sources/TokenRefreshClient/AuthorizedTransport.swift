import CoreModels
import FoundationEssentials
import HTTPTransportAPI
package import HTTPTypes
import Localization
import Presenting
import SecureStorageAPI
import SessionsAPI

/// Adds the person's credentials to requests to their own server, and renews
/// the session when the access token is no good; requests to others, and those
/// that bring credentials of their own, pass as they are.
struct AuthorizedTransport: HTTPTransport {
    let transport: any HTTPTransport
    let server: ServerAddress
    let sessions: any SessionStoring
    let renewer: SessionRenewer
    let now: @Sendable () -> BootTime
    /// Tells in whose name this program acts.
    let acting: (any ActingPerson)?
    /// In whose name requests go out, and in nobody else's; nil for whoever is
    /// logged in when one begins.
    var person: UserID?
    /// Whether everything that is asked for takes a session: without one the server
    /// isn't asked what it would answer.
    var needsSession = false

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        try await perform(request, Self.whole) { request throws(HTTPTransportError) in
            try await transport.send(request)
        }
    }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        try await perform(request, Self.whole) { request throws(HTTPTransportError) in
            try await transport.download(request, toFile: path, progress: progress)
        }
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        try await perform(request, Self.streamed) { request throws(HTTPTransportError) in
            try await transport.stream(request)
        }
    }

    /// What a server says to whoever isn't logged in.
    private static let unauthorized = HTTPResponse(
        status: .unauthorized, fields: [.contentType: "\(MediaType.problem)"],
        body: Data(#"{"status":401,"code":"authentication_required"}"#.utf8))

    /// What differs between the ways to get an answer.
    private struct Kind<Answer>: Sendable {
        let isRefused: @Sendable (Answer) -> Bool
        let make: @Sendable (HTTPResponse) -> Answer
    }

    private static let whole = Kind<HTTPResponse>(
        isRefused: { answer in
            TokenRefusal.isMeant(
                by: answer.status, answer.fields, hasCode: ServerAnswer(answer).problem.code != nil)
        },
        make: { $0 })

    private static let streamed = Kind<HTTPStreamingResponse>(
        isRefused: { TokenRefusal.isMeant(by: $0.status, $0.fields, hasCode: false) },
        make: { answer in
            HTTPStreamingResponse(
                status: answer.status, fields: answer.fields, body: HTTPBodyStream(BufferedBody(answer.body)))
        })

    private func perform<Answer>(
        _ request: HTTPRequest, _ kind: Kind<Answer>,
        _ send: (HTTPRequest) async throws(HTTPTransportError) -> Answer
    ) async throws(HTTPTransportError) -> Answer {
        guard server.contains(request.url), request.fields[.authorization] == nil else {
            return try await send(request)
        }
        guard var session = try await session() else {
            return needsSession ? kind.make(Self.unauthorized) : try await send(request)
        }
        let person = person ?? session.user.id
        try check(session, isOf: person)

        var earlierFailure: RenewalFailure?
        if session.accessTimeLeft(at: now()) <= SessionRenewer.margin(of: session) {
            switch try await renewer.renew(session) {
            case .renewed(let renewed):
                try check(renewed, isOf: person)
                session = renewed
            case .ended: return try await send(request)
            // What looks expired by this device's clock may not be so: the
            // server decides, if there is one.
            case .failed(.transport(let error)): throw error
            case .failed(let failure): earlierFailure = failure
            }
        }

        let answer = try await send(request.bearing(session))
        guard kind.isRefused(answer) else { return answer }
        if let earlierFailure { return try report(earlierFailure, kind) }
        switch try await renewer.renew(session) {
        case .renewed(let renewed) where renewed.hasSameAccess(as: session): return answer
        case .renewed(let renewed):
            try check(renewed, isOf: person)
            return try await send(request.bearing(renewed))
        case .ended: return try await send(request)
        case .failed(let failure): return try report(failure, kind)
        }
    }

    /// Sends nothing once somebody else has logged in: another process may do so
    /// at any moment.
    private func check(_ session: StoredSession, isOf person: UserID) throws(HTTPTransportError) {
        if session.user.id == person, acting?.acts(for: person) ?? true { return }
        throw .credentialsUnavailable(
            Obstacle(
                code: "not_logged_in",
                LocalizedText(
                    en: "Somebody else is logged in on this device now. Nothing was sent in their name.",
                    es:
                        "Ahora hay otra persona con la sesión iniciada en este dispositivo. No se envió nada en su nombre."
                )))
    }

    /// The session; nil if nobody is logged in.
    private func session() async throws(HTTPTransportError) -> StoredSession? {
        switch await sessions.load() {
        case .present(let session): return session
        case .absent: return nil
        case .unavailable(let error): throw Self.error(error)
        }
    }

    /// The caller hears why the session could not be renewed, rather than that
    /// the access token was refused: that would read as "logged out".
    private func report<Answer>(
        _ failure: RenewalFailure, _ kind: Kind<Answer>
    ) throws(HTTPTransportError) -> Answer {
        switch failure {
        case .transport(let error): throw error
        case .later(let answer): return kind.make(answer)
        case .unintelligible(let status):
            throw .invalidResponse(reason: "the session could not be renewed: the server answered \(status)")
        case .store(let error): throw Self.error(error)
        }
    }

    private static func error(_ error: SessionStoreError) -> HTTPTransportError {
        if case .storage(.cancelled) = error { return .cancelled }
        return .credentialsUnavailable(Obstacle(error))
    }
}

extension HTTPRequest {
    /// The same request with the access token of a session: RFC 6750, section
    /// 2.1, or RFC 9449, section 7.1, for one that is bound to a key.
    fileprivate func bearing(_ session: StoredSession) -> HTTPRequest {
        let scheme = session.grant.tokenType.lowercased() == "dpop" ? "DPoP" : "Bearer"
        var request = self
        request.fields[.authorization] = session.grant.accessToken.withText { "\(scheme) \($0 ?? "")" }
        return request
    }
}

/// Tells a refused access token from other reasons for 401.
package enum TokenRefusal {
    /// Whether an answer means that the access token was refused.
    ///
    /// RFC 6750, section 3, has a server say so in a `Bearer` challenge. A
    /// server may also use 401 for something in the request itself, such as a
    /// wrong password; its problem then has a code and no such challenge. Nor
    /// is the token refused with a proof (RFC 9449, section 7.1): a new token
    /// would need one just as much, and the request may have been carried out. And
    /// no token helps where the person has to prove something (RFC 9470).
    package static func isMeant(by status: HTTPStatus, _ fields: HTTPFields, hasCode: Bool) -> Bool {
        guard status == .unauthorized else { return false }
        let challenges = fields.challenges
        guard !challenges.isEmpty else { return !hasCode }
        guard !isProofMeant(by: status, fields) else { return false }
        return challenges.contains { challenge in
            ["bearer", "dpop"].contains(challenge.scheme) && challenge.error != "insufficient_user_authentication"
        }
    }

    /// Whether an answer means that the proof of possession was refused, or
    /// that there was none (RFC 9449, sections 5 and 7.1).
    package static func isProofMeant(by status: HTTPStatus, _ fields: HTTPFields) -> Bool {
        guard status == .unauthorized || status == .badRequest else { return false }
        return fields.challenges.contains { challenge in
            challenge.error == "invalid_dpop_proof" || challenge.error == "use_dpop_nonce"
        }
    }
}
