import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import MailedProofsAPI
import PasswordQuality
import Presenting
import ProofOfPossessionServiceAPI
import RegistrationContract
import SessionsServiceAPI
import TelemetryAPI

/// Answers `POST /auth/invitation`: makes the account of somebody who is invited.
struct InvitationRoutes: Sendable {
    let desk: InvitationDesk
    let welcome: Welcome
    let rules: PasswordRules
    let log: Logger

    var all: [Route] {
        [
            Route(
                .post, InvitationContract.path, bodyLimit: 16 * 1024,
                limit: RouteLimit("registration", code: RegistrationContract.Code.abuseDetected.rawValue),
                description: .acceptInvitation(offering: welcome.offered())
            ) { try await accept($0) }
        ]
    }

    private func accept(_ request: ServerRequest) async throws -> ServerResponse {
        try welcome.issuing.checkProof(of: request)
        let form = try await request.decodeJSON(InvitationContract.Request.self)
        do {
            // Strangers have nothing hashed, and learn nothing of what may be typed.
            guard let token = MailedToken(form.invitation), let invitation = try await desk.used(token)
            else { throw HTTPProblem.invitationOver }
            let name = try Self.name(in: form, at: invitation.email, by: rules)
            try await request.possessionProof?.use()
            let outcome = try await desk.makeAccount(
                invitedBy: token, name: name, password: try await desk.accounts.prepare(form.password),
                in: request.origin.language)
            switch outcome {
            case .over: throw HTTPProblem.invitationOver
            case .emailTaken: throw HTTPProblem.emailAlreadyInUse(offering: welcome.offered())
            case .made(let account):
                await desk.accounts.announce(account)
                log.info("an invitation was taken", ["user": account.user.id])
                return try await welcome(account.user, on: SessionClient(of: request, device: form.device))
            }
        } catch let problem as HTTPProblem {
            throw problem
        } catch {
            log.failure("could not make the account of an invitation", ["reason": "\(error)"])
            throw HTTPProblem.unavailable(retryAfter: .seconds(5))
        }
    }

    /// - Throws: 422 with every field that can't be accepted.
    private static func name(
        in form: InvitationContract.Request, at email: EmailAddress, by rules: PasswordRules
    ) throws(HTTPProblem) -> String {
        var name: PersonName?, problems: [FieldProblem] = []
        do throws(PersonName.Problem) {
            name = try PersonName(form.name)
        } catch {
            problems.append(.name(error))
        }
        let password = form.password.withText { rules.problem(of: $0, name: form.name, email: "\(email)") }
        if let password { problems.append(FieldProblem(password)) }
        guard problems.isEmpty, let name else { throw .invalidData(problems) }
        return name.text
    }
}

extension HTTPProblem {
    /// 404: the invitation isn't good.
    static let invitationOver = HTTPProblem(
        status: .notFound, code: InvitationContract.Code.invitationOver.rawValue,
        title: LocalizedText(en: "The invitation isn't good any more.", es: "La invitación ya no vale."),
        detail: LocalizedText(
            en:
                "It was used, is too old, was taken back, or a newer one took its place. Nothing was changed. If you made "
                + "an account by it, log in; else ask whoever runs the server for another one.",
            es: "Se usó, ha caducado, se anuló o la sustituye otra más nueva. No se cambió nada. Si creaste una cuenta "
                + "con ella, inicia sesión; si no, pide otra a quien administra el servidor."))
}
