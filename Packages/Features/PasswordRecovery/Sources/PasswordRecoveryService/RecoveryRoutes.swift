import CaptchaServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import MailedProofsAPI
import MailedProofsServiceAPI
import PasswordQuality
import PasswordRecoveryContract

/// Answers `POST /auth/password/recovery` and `POST /auth/password/reset`.
struct RecoveryRoutes: Sendable {
    let mail: RecoveryMail
    let passwordReset: PasswordReset

    var all: [Route] {
        [
            Route(
                .post, PasswordRecoveryContract.recoveryPath, bodyLimit: 4 * 1024, limit: RouteLimit("recovery"),
                description: .requestReset
            ) { try await request($0) },
            Route(
                .post, PasswordRecoveryContract.resetPath, bodyLimit: 16 * 1024, limit: RouteLimit("reset"),
                description: .resetPassword
            ) { try await reset($0) },
        ]
    }

    private func request(_ request: ServerRequest) async throws -> ServerResponse {
        let body = try await request.decodeJSON(PasswordRecoveryContract.Request.self)
        guard let email = EmailAddress(body.email) else { throw HTTPProblem.invalidData([.invalidEmail]) }
        switch try await mail.send(to: email, captcha: body.captcha, from: request.origin) {
        case .heard: return try .json(PasswordRecoveryContract.Accepted(), status: .accepted)
        case .captchaRequired(let challenge): throw HTTPProblem.captchaRequired(challenge)
        }
    }

    private func reset(_ request: ServerRequest) async throws -> ServerResponse {
        let body = try await request.decodeJSON(PasswordRecoveryContract.Reset.self)
        let proof = try Self.proof(in: body)
        guard let password = body.newPassword else {
            let outcome = try await passwordReset.check(proof, from: request.origin)
            guard case .proved = outcome else { throw HTTPProblem.refusal(of: proof, outcome) }
            throw HTTPProblem.invalidData([.required(pointer: "/new_password")])
        }
        switch try await passwordReset.reset(proof, to: password, from: request.origin) {
        case .done: return .noContent
        case .weak(let problems): throw HTTPProblem.invalidData(problems.map(FieldProblem.init))
        case .same: throw HTTPProblem.invalidData([.samePassword])
        case .refused(let outcome): throw HTTPProblem.refusal(of: proof, outcome)
        }
    }

    private static func proof(in body: PasswordRecoveryContract.Reset) throws(HTTPProblem) -> PasswordReset.Proof {
        if let text = body.token {
            guard let token = text.withText({ MailedToken($0 ?? "") }) else { throw .unknownLink }
            return .link(token)
        }
        guard let text = body.code else { throw .invalidData([.required(pointer: "/token")]) }
        guard let code = text.withText({ MailedCode($0 ?? "") }) else { throw .invalidData([.malformedCode]) }
        guard let email = body.email.flatMap({ EmailAddress($0) }) else { throw .invalidData([.invalidEmail]) }
        return .code(code, email)
    }
}

extension FieldProblem {
    fileprivate typealias Code = PasswordRecoveryContract.Code

    static let invalidEmail = FieldProblem(
        pointer: "/email", code: Code.invalidEmail.rawValue, reason: MailedProofTexts.invalidEmail)

    static let malformedCode = FieldProblem(
        pointer: "/code", code: Code.invalidCode.rawValue, reason: MailedProofTexts.invalidCode)

    static let samePassword = FieldProblem(
        pointer: "/new_password", code: Code.samePassword.rawValue,
        reason: LocalizedText(
            en: "That is your password already. Choose another one, or log in with it.",
            es: "Esa ya es tu contraseña. Elige otra, o inicia sesión con ella."))

    fileprivate init(_ problem: PasswordProblem) {
        self.init(pointer: "/new_password", code: problem.code, reason: problem.text, key: problem.key)
    }
}

extension HTTPProblem {
    private typealias Code = PasswordRecoveryContract.Code

    /// What is answered to a link or a code that counts no more.
    fileprivate static func refusal(of proof: PasswordReset.Proof, _ outcome: MailedProofOutcome) -> HTTPProblem {
        let isLink = if case .link = proof { true } else { false }
        return switch outcome {
        case .used:
            HTTPProblem(
                status: .gone, code: Code.linkUsed.rawValue,
                title: isLink ? MailedProofTexts.usedLink : MailedProofTexts.usedCode,
                detail: MailedProofTexts.askForAnother)
        case .expired: isLink ? expiredLink : expiredCode
        case .foreign: foreignLink
        case .unknown, .proved: isLink ? unknownLink : wrongCode
        }
    }

    static let expiredLink = expired(MailedProofTexts.expiredLink)

    private static let expiredCode = expired(MailedProofTexts.expiredCode)

    private static func expired(_ title: LocalizedText) -> HTTPProblem {
        HTTPProblem(
            status: .gone, code: Code.linkExpired.rawValue, title: title, detail: MailedProofTexts.askForAnother)
    }

    static let foreignLink = HTTPProblem(
        status: .forbidden, code: Code.linkForeign.rawValue, title: MailedProofTexts.foreignLink,
        detail: MailedProofTexts.askForAnother)

    static let unknownLink = HTTPProblem(
        status: .unprocessableContent, code: Code.linkUnknown.rawValue, title: MailedProofTexts.unknownLink,
        detail: MailedProofTexts.askForAnother)

    private static let wrongCode = HTTPProblem(
        status: .unprocessableContent, code: Code.invalidCode.rawValue, title: MailedProofTexts.wrongCode,
        detail: MailedProofTexts.askForAnother)
}
