import AccountVerificationAPI
import AccountsServiceAPI
import CoreModels
import HTTPServingAPI
import Localization
import MailedProofsAPI
import MailedProofsServiceAPI
import TelemetryAPI

/// Proves addresses for a screen of this server.
struct PageProof: AddressProving {
    let proof: AddressProof
    let another: VerificationResend

    func address(behind link: MailedToken) async throws -> EmailAddress {
        switch try await proof.examine(link) {
        case .proved(_, let email): return email
        case let outcome: throw Self.refusal(ofLink: outcome)
        }
    }

    func confirm(_ link: MailedToken, password: Secret, from origin: RequestOrigin) async throws {
        let verdict = try await judging { try await proof.confirm(link, password: password, from: origin) }
        switch verdict {
        case .confirmed: return
        case .passwordNeeded, .wrongPassword: throw AddressConfirmationError.wrongPassword
        case .refused(let outcome): throw Self.refusal(ofLink: outcome)
        }
    }

    private static func refusal(ofLink outcome: MailedProofOutcome) -> AddressConfirmationError {
        switch outcome {
        case .expired: .expiredCode
        case .used: .usedCode
        case .foreign: .foreignLink
        case .unknown, .proved: .unknownLink
        }
    }

    func confirm(
        _ code: MailedCode, of email: EmailAddress, password: Secret, from origin: RequestOrigin
    ) async throws {
        let verdict = try await judging { try await proof.confirm(code, of: email, password: password, from: origin) }
        switch verdict {
        case .confirmed: return
        case .refused, .passwordNeeded, .wrongPassword: throw AddressConfirmationError.wrongCodeOrPassword
        }
    }

    func resend(to email: EmailAddress, from origin: RequestOrigin) async throws {
        do throws(HTTPProblem) { try await another.send(to: email, from: origin) } catch { throw busy }
    }

    /// Too many passwords at once are no failure of the server.
    private func judging(_ check: () async throws -> AddressProof.Verdict) async throws -> AddressProof.Verdict {
        do {
            return try await check()
        } catch let error as AccountsError {
            proof.log.failure("could not check a password", ["reason": "\(error)"])
            throw busy
        }
    }

    private var busy: AddressConfirmationError {
        .busy(
            LocalizedText(
                en: "The server has no time now. Nothing was changed; try again in a few seconds.",
                es: "El servidor no tiene tiempo ahora. No se cambió nada; inténtalo en unos segundos."),
            retryAfter: .seconds(5))
    }
}
