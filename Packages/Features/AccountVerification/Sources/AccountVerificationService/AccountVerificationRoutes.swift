import AccountVerificationContract
import AccountsServiceAPI
import CoreModels
import HTTPServingAPI
import HTTPTypes
import Localization
import SessionsServiceAPI
import TelemetryAPI

/// Answers `POST /auth/verification` and `POST /auth/verification/resend`.
struct AccountVerificationRoutes: Sendable {
    let codes: VerificationCodes
    let mail: VerificationMail
    let accounts: any AccountReading
    let verification: any AccountVerifying
    let sessions: any RequestAuthenticating
    let log: Logger

    var all: [Route] {
        [
            Route(.post, AccountVerificationContract.path, bodyLimit: 4 * 1024) { try await confirm($0) },
            Route(.post, AccountVerificationContract.resendPath, bodyLimit: 4 * 1024) { try await resend($0) },
        ]
    }

    private func confirm(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        let confirmation = try await request.decodeJSON(AccountVerificationContract.Confirmation.self)
        guard let code = VerificationCode(confirmation.code) else { throw HTTPProblem.malformedCode }
        let (outcome, email) = try await codes.check(code, of: session.userID)
        switch (outcome, email) {
        case (.confirmed, let email?):
            let user = try await verification.markVerified(session.userID, email: email)
            log.info("address confirmed", ["user": "\(session.userID)"])
            return try .json(AccountVerificationContract.Confirmed(user: user))
        case (.used, _): throw HTTPProblem.usedCode
        case (.expired, _): throw HTTPProblem.expiredCode
        case (.wrong, _), (.confirmed, nil):
            log.notice("wrong verification code", ["user": "\(session.userID)", "peer": "\(request.peer.ip)"])
            throw HTTPProblem.wrongCode
        }
    }

    private func resend(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        if let user = try await accounts.account(session.userID) { await mail.sendCode(to: user) }
        return try .json(AccountVerificationContract.Accepted(), status: .accepted)
    }
}

extension HTTPProblem {
    private typealias Code = AccountVerificationContract.Code

    /// 422: what was sent isn't a code.
    static let malformedCode = invalidData([
        FieldProblem(
            pointer: "/code", code: Code.invalidCode.rawValue,
            reason: LocalizedText(en: "A code has 8 digits.", es: "Un código tiene 8 cifras."))
    ])

    /// 422: the code isn't the one that was sent last, or was tried too often.
    static let wrongCode = HTTPProblem(
        status: .unprocessableContent, code: Code.invalidCode.rawValue,
        title: LocalizedText(en: "This code doesn't count.", es: "Este código no vale."), detail: askForAnother)

    /// 410: the code is too old.
    static let expiredCode = HTTPProblem(
        status: .gone, code: Code.linkExpired.rawValue,
        title: LocalizedText(en: "This code is too old.", es: "Este código ha caducado."), detail: askForAnother)

    /// 410: the code was used before.
    static let usedCode = HTTPProblem(
        status: .gone, code: Code.linkUsed.rawValue,
        title: LocalizedText(en: "This code was used before.", es: "Este código ya se usó."), detail: askForAnother)

    private static let askForAnother = LocalizedText(
        en: "Ask for another message.", es: "Pide otro mensaje.")
}
