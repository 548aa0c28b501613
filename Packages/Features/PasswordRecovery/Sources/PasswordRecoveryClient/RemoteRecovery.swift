import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Localization
import MailedProofsAPI
import PasswordQuality
import PasswordRecoveryAPI
import PasswordRecoveryContract

/// Recovers passwords at the server, without credentials.
struct RemoteRecovery: PasswordRecovering {
    let server: ServerClient

    func requestReset(email: String) async throws(PasswordRecoveryError) {
        guard let email = EmailAddress(email) else { throw .invalidEmail }
        let answer = try await post(
            PasswordRecoveryContract.recoveryPath, PasswordRecoveryContract.Request(email: email.description))
        guard answer.status == .accepted else { throw PasswordRecoveryError(answer) }
    }

    func reset(
        with proof: String, email: String?, to password: Secret
    ) async throws(PasswordRecoveryError) {
        let reset = try Self.form(proof, email, password)
        let problem = password.withText { PasswordRules.problem(of: $0, name: "", email: email ?? "") }
        if let problem { throw .weakPassword([problem.text]) }
        let answer = try await post(PasswordRecoveryContract.resetPath, reset)
        guard answer.status == .noContent else { throw PasswordRecoveryError(answer) }
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
        _ path: String, _ value: any Encodable
    ) async throws(PasswordRecoveryError) -> ServerAnswer {
        do throws(HTTPTransportError) {
            return try await server.post(path, json: value)
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .connectivity, .timedOut, .tls: throw .connectivity(error.text)
            case .tooLarge, .invalidResponse: throw .server
            case .insecureAddress, .credentialsUnavailable, .invalidRequest, .fileSystem:
                throw .impossible(code: error.code, error.text)
            }
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
        case (_, .linkExpired): self = .expired
        case (_, .linkUsed): self = .used
        case (_, .linkUnknown): self = .unknownLink
        case (_, .linkForeign): self = .foreignLink
        case (.tooManyRequests, _): self = .tooManyRequests(retryAfter: answer.retryAfter)
        default: self = Self.refusedFields(of: problem.errors ?? []) ?? .server
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
}
