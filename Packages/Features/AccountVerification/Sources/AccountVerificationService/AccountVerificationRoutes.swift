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
        guard outcome == .confirmed, let email else {
            log.notice(
                "verification refused",
                ["user": "\(session.userID)", "reason": outcome.rawValue, "peer": "\(request.peer.ip)"])
            throw HTTPProblem.refusal(of: outcome)
        }
        let user = try await markVerified(session.userID, email)
        log.info("address confirmed", ["user": "\(user.id)", "peer": "\(request.peer.ip)"])
        return try .json(AccountVerificationContract.Confirmed(user: user))
    }

    private func markVerified(_ id: UserID, _ email: EmailAddress) async throws -> User {
        do throws(AccountsError) {
            return try await verification.markVerified(id, email: email)
        } catch .unknownAccount {
            // The account has another address by now.
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

    /// What is answered to a code that confirms nothing.
    static func refusal(of outcome: VerificationFlow.Outcome) -> HTTPProblem {
        switch outcome {
        case .used: usedCode
        case .expired: expiredCode
        case .wrong, .confirmed: wrongCode
        }
    }

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
