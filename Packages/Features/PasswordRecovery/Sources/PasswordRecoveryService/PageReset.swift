import CaptchaAPI
import CoreModels
import HTTPServingAPI
import HTTPTypes
import Localization
import MailedProofsAPI
import MailedProofsServiceAPI
import PasswordQuality
import PasswordRecoveryAPI

/// Gives another password for a screen of this server.
struct PageReset: PasswordResetting {
    let mail: RecoveryMail
    let passwordReset: PasswordReset

    func address(behind link: MailedToken) async throws -> EmailAddress {
        switch try await mail.proofs.examine(link, for: mail.kind) {
        case .proved(_, let email): return email
        case let outcome: throw Self.refusal(ofLink: outcome)
        }
    }

    func reset(_ link: MailedToken, to password: Secret, from origin: RequestOrigin) async throws {
        switch try await reset(with: .link(link), to: password, from: origin) {
        case .done: return
        case .weak(let problems): throw PasswordRecoveryError.weakPassword(problems.map(\.text))
        case .same: throw PasswordRecoveryError.weakPassword([FieldProblem.samePassword.reason])
        case .refused(let outcome): throw Self.refusal(ofLink: outcome)
        }
    }

    func reset(
        _ code: MailedCode, of email: EmailAddress, to password: Secret, from origin: RequestOrigin
    ) async throws {
        switch try await reset(with: .code(code, email), to: password, from: origin) {
        case .done: return
        case .weak(let problems): throw PasswordRecoveryError.weakPassword(problems.map(\.text))
        case .same: throw PasswordRecoveryError.weakPassword([FieldProblem.samePassword.reason])
        case .refused(.expired): throw PasswordRecoveryError.expired
        case .refused(.used): throw PasswordRecoveryError.used
        case .refused: throw PasswordRecoveryError.wrongCode
        }
    }

    func requestReset(for email: EmailAddress, from origin: RequestOrigin) async throws {
        let verdict: RecoveryMail.Verdict
        do throws(HTTPProblem) { verdict = try await mail.send(to: email, from: origin) } catch { throw Self.busy }
        if case .captchaRequired(let challenge) = verdict {
            throw PasswordRecoveryError.captchaRequired(CaptchaChallenge(challenge))
        }
    }

    /// Too many passwords at once are no failure of the server.
    private func reset(
        with proof: PasswordReset.Proof, to password: Secret, from origin: RequestOrigin
    ) async throws -> PasswordReset.Verdict {
        do {
            return try await passwordReset.reset(proof, to: password, from: origin)
        } catch let problem as HTTPProblem where problem.status == .serviceUnavailable {
            throw Self.busy
        }
    }

    private static func refusal(ofLink outcome: MailedProofOutcome) -> PasswordRecoveryError {
        switch outcome {
        case .expired: .expired
        case .used: .used
        case .foreign: .foreignLink
        case .unknown, .proved: .unknownLink
        }
    }

    private static let busy = PasswordRecoveryError.busy(
        LocalizedText(
            en: "The server has no time now. Nothing was changed; try again in a few seconds.",
            es: "El servidor no tiene tiempo ahora. No se cambió nada; inténtalo en unos segundos."),
        retryAfter: .seconds(5))
}
