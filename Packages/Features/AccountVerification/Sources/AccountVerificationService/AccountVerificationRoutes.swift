import AccountVerificationContract
import AccountsServiceAPI
import CoreModels
import FoundationEssentials
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
        let session = try await sessions.authenticate(request)
        let confirmation: AccountVerificationContract.Confirmation
        do {
            confirmation = try await request.decodeJSON(AccountVerificationContract.Confirmation.self)
        } catch {
            // Who isn't logged in learns that first.
            guard session != nil else { throw HTTPProblem.authenticationRequired() }
            throw error
        }
        let subject = try await subject(of: confirmation, session)
        guard let code = VerificationCode(confirmation.code) else { throw HTTPProblem.malformedCode }
        let (outcome, email) = try await codes.check(code, of: subject)
        guard outcome == .confirmed, let email else {
            log.notice(
                "verification refused",
                ["user": "\(subject)", "reason": outcome.rawValue, "peer": "\(request.peer.ip)"])
            throw HTTPProblem.refusal(of: outcome)
        }
        let user = try await markVerified(subject, email)
        log.info("address confirmed", ["user": "\(user.id)", "peer": "\(request.peer.ip)"])
        return try .json(AccountVerificationContract.Confirmed(user: user))
    }

    /// Whose code it is: that of the person who is logged in, else of the
    /// account with the address.
    ///
    /// An address without an account is as good as somebody who was never sent
    /// a code, so that the answer and the work are the same (D2).
    private func subject(
        of confirmation: AccountVerificationContract.Confirmation, _ session: AuthenticatedSession?
    ) async throws -> UserID {
        if let session { return session.userID }
        guard let email = confirmation.email.flatMap({ EmailAddress($0) }) else {
            throw HTTPProblem.authenticationRequired()
        }
        return try await accounts.account(email: email)?.id ?? UserID(UUID())
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
        if let session = try await sessions.authenticate(request) {
            if let user = try await accounts.account(session.userID) {
                await mail.sendAnotherCode(to: user.email, of: user)
            }
        } else {
            guard let resend = try? await request.decodeJSON(AccountVerificationContract.Resend.self),
                let email = EmailAddress(resend.email)
            else { throw HTTPProblem.authenticationRequired() }
            // Whether there is such an account is told to nobody.
            await mail.sendAnotherCode(to: email, of: try await accounts.account(email: email))
        }
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
