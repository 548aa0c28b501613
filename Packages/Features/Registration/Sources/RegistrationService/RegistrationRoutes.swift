import AccountsServiceAPI
import CoreModels
import DeferredWorkAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import PasswordQuality
import ProofOfPossessionServiceAPI
import RegistrationContract
import SessionsServiceAPI
import TelemetryAPI

/// Answers `POST /auth/register`.
struct RegistrationRoutes: Sendable {
    let accounts: any AccountCreating & AccountReading & PreparedAccountCreating
    let welcome: Welcome
    let rules: PasswordRules
    let work: any WorkDeferring
    let registrations: any Counter
    let log: Logger

    var all: [Route] {
        [
            Route(
                .post, RegistrationContract.path, bodyLimit: 16 * 1024,
                limit: RouteLimit("registration", code: RegistrationContract.Code.abuseDetected.rawValue),
                description: .register(offering: welcome.offered())
            ) { try await register($0) }
        ]
    }

    private func register(_ request: ServerRequest) async throws -> ServerResponse {
        try welcome.issuing.checkProof(of: request)
        let form = try await request.decodeJSON(RegistrationContract.Request.self)
        let applicant = try Applicant(form, by: rules)
        let log = log.with(["peer": "\(request.peer.ip)", "agent": request.fields[.userAgent]])
        // Whether a session begins or not: it is carried out once. How many
        // addresses may do so is limited, so strangers fill no memory with it.
        try await request.possessionProof?.use()
        do {
            return switch welcome.policy.enumeration {
            case .friendly: try await make(applicant, form.password, device: form.device, request, log)
            case .strict: try await takeNote(of: applicant, form.password, request)
            }
        } catch let problem as HTTPProblem {
            throw problem
        } catch {
            registrations.increment(["result": "unavailable"])
            log.failure("could not make an account", ["reason": "\(error)"])
            throw HTTPProblem.unavailable(retryAfter: .seconds(5))
        }
    }

    private func make(
        _ applicant: Applicant, _ password: Secret, device: String?, _ request: ServerRequest, _ log: Logger
    ) async throws -> ServerResponse {
        let id = request.operationID.map { UserID($0) }
        do {
            let user = try await accounts.createAccount(
                as: id, name: applicant.name, email: applicant.email, password: password,
                in: request.origin.language)
            registrations.increment(["result": "created"])
            log.info("registered", ["user": user.id])
            return try await welcome(user, on: SessionClient(of: request, device: device))
        } catch AccountsError.emailTaken {
            registrations.increment(["result": "email_already_in_use"])
            log.notice("registration refused", ["reason": "email_already_in_use"])
            if let user = await account(id, of: applicant.email) { return try welcome.answer(user, next: .logIn) }
            throw HTTPProblem.emailAlreadyInUse(offering: welcome.offered())
        }
    }

    /// Does what costs the same for every address; the rest is done after the
    /// answer.
    private func takeNote(
        of applicant: Applicant, _ password: Secret, _ request: ServerRequest
    ) async throws -> ServerResponse {
        let application = StrictRegistration.Application(
            id: UserID(request.operationID ?? UUID()), name: applicant.name, email: applicant.email,
            password: try await accounts.prepare(password), peer: "\(request.peer.ip)",
            agent: request.fields[.userAgent], language: request.origin.language)
        try await work.defer(Secret(try JSONEncoder().encode(application)), for: StrictRegistration.workKind)
        return try .json(RegistrationContract.Accepted(), status: .accepted, fields: [.cacheControl: "no-store"])
    }

    /// The account that an earlier try of the same request made, when the server
    /// was killed before it could answer.
    ///
    /// It proves nothing now, so no session comes with it.
    private func account(_ id: UserID?, of email: EmailAddress) async -> User? {
        guard let id, let user = try? await accounts.account(id), user.email == email else { return nil }
        return user
    }
}

/// A form whose fields can all be accepted.
private struct Applicant {
    let name: String
    let email: EmailAddress

    /// - Throws: 422 with every field that can't be accepted.
    init(_ form: RegistrationContract.Request, by rules: PasswordRules) throws(HTTPProblem) {
        let email = EmailAddress(form.email)
        var name: PersonName?, problems: [FieldProblem] = []
        do throws(PersonName.Problem) {
            name = try PersonName(form.name)
        } catch {
            problems.append(.name(error))
        }
        if email == nil { problems.append(.invalidEmail) }
        let password = form.password.withText { rules.problem(of: $0, name: form.name, email: form.email) }
        if let password { problems.append(FieldProblem(password)) }
        guard problems.isEmpty, let name, let email else { throw .invalidData(problems) }
        self.name = name.text
        self.email = email
    }
}
