import CaptchaAPI
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Localization
import MailedProofsAPI
import OfflineQueueAPI
import PasswordQuality
import PasswordRecoveryAPI
import PasswordRecoveryContract
import SecureStorageAPI

/// Recovers passwords at the server, without credentials.
struct RemoteRecovery: PasswordRecovering {
    let server: ServerClient
    /// Keeps a request that can't be sent; nil where there is no queue.
    let queue: (any RequestQueueing)?
    let makeID: @Sendable () -> QueuedRequestID
    /// The session that ends with another password; nil where none is kept.
    let session: EndedSession?

    func requestReset(email: String, captcha: Secret?) async throws(PasswordRecoveryError) {
        guard let email = EmailAddress(email) else { throw .invalidEmail }
        let request = PasswordRecoveryContract.Request(email: email.description, captcha: captcha)
        let id = makeID()
        do throws(PasswordRecoveryError) {
            try await submit(request, as: id)
        } catch {
            guard case .connectivity(let obstacle) = error, let queue,
                let payload = try? SecretCoding.encode(request)
            else { throw error }
            let waiting = QueuedRequest(id: id, kind: .recovery, subject: request.email, payload: payload)
            switch await queue.keep(waiting, because: obstacle) {
            case .kept(let text): throw .waiting(text)
            case .lost(let text): throw .connectivity(text)
            }
        }
    }

    /// Asks for a message, with a key that makes repeating it harmless.
    func submit(
        _ request: PasswordRecoveryContract.Request, as id: QueuedRequestID
    ) async throws(PasswordRecoveryError) {
        let answer = try await post(PasswordRecoveryContract.recoveryPath, request, as: id)
        guard answer.status == .accepted else { throw PasswordRecoveryError(answer) }
    }

    func reset(
        with proof: String, email: String?, to password: Secret
    ) async throws(PasswordRecoveryError) {
        let reset = try Self.form(proof, email, password)
        let problems = password.withText { PasswordRules().problems(of: $0, name: "", email: email ?? "") }
        if !problems.isEmpty { throw .weakPassword(problems.map(\.text)) }
        let answer = try await post(PasswordRecoveryContract.resetPath, reset)
        guard answer.status == .noContent else { throw PasswordRecoveryError(answer) }
        // A link doesn't say whose it is.
        if let email = reset.email.flatMap({ EmailAddress($0) }) { await session?.forget(of: email) }
    }

    private static func form(
        _ proof: String, _ email: String?, _ password: Secret
    ) throws(PasswordRecoveryError) -> PasswordRecoveryContract.Reset {
        switch MailedProof(proof) {
        case .link(let token): return .init(token: token.text, newPassword: password)
        case .code(let code):
            guard let email else { throw .emailNeeded }
            guard let email = EmailAddress(email) else { throw .invalidEmail }
            return .init(code: code.description, email: email.description, newPassword: password)
        case nil: throw .malformedProof
        }
    }

    private func post(
        _ path: String, _ value: any Encodable, as id: QueuedRequestID? = nil
    ) async throws(PasswordRecoveryError) -> ServerAnswer {
        do throws(HTTPTransportError) {
            return try await server.post(path, json: value, fields: id.map { [.idempotencyKey: $0.description] } ?? [:])
        } catch {
            throw error.mapped(
                cancelled: PasswordRecoveryError.cancelled, unreachable: PasswordRecoveryError.connectivity,
                unintelligible: .server, impossible: PasswordRecoveryError.impossible)
        }
    }
}

extension PasswordRecoveryError {
    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer) {
        typealias Code = PasswordRecoveryContract.Code
        let problem = answer.problem
        switch (answer.status, problem.code.flatMap(Code.init)) {
        case (_, .invalidCode): self = .wrongCode
        case (_, .captchaRequired):
            self =
                answer.decode(PasswordRecoveryContract.CaptchaRequired.self)
                .map { .captchaRequired(CaptchaChallenge($0.captcha)) } ?? .server
        case (_, .linkExpired): self = .expired
        case (_, .linkUsed): self = .used
        case (_, .linkUnknown): self = .unknownLink
        case (_, .linkForeign): self = .foreignLink
        case (.tooManyRequests, _): self = .tooManyRequests(retryAfter: answer.retryAfter)
        default:
            if case .route(let obstacle)? = answer.refusal {
                self = .impossible(obstacle)
                return
            }
            self =
                Self.refusedFields(of: problem.errors ?? []) ?? answer.obstacle.map(PasswordRecoveryError.init)
                ?? .server
        }
    }

    /// What is wrong with the password first: the server says it in the
    /// person's language.
    private static func refusedFields(of errors: [ProblemDetails.FieldError]) -> PasswordRecoveryError? {
        let weak = errors.filter { $0.pointer == "/new_password" }.map { LocalizedText(verbatim: $0.reason) }
        if !weak.isEmpty { return .weakPassword(weak) }
        switch errors.first?.pointer {
        case "/email": return .invalidEmail
        case "/code", "/token": return .malformedProof
        default: return nil
        }
    }

    private init(_ obstacle: AnswerObstacle) {
        switch obstacle.cause {
        case .busy: self = .busy(obstacle.text, retryAfter: obstacle.retryAfter)
        case .foreign: self = .connectivity(obstacle.text)
        }
    }
}
