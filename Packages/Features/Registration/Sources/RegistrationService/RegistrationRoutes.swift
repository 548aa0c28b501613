import AccountsServiceAPI
import CoreModels
import HTTPServingAPI
import HTTPTypes
import Localization
import RegistrationContract
import RegistrationServiceAPI
import SessionsServiceAPI
import TelemetryAPI

/// Answers `POST /auth/register`.
struct RegistrationRoutes: Sendable {
    let accounts: any AccountCreating & AccountReading
    let issuing: any SessionIssuing
    let policy: RegistrationPolicy
    let observers: @Sendable () -> [any RegistrationObserving]
    let registrations: any Counter
    let log: Logger

    var all: [Route] {
        [Route(.post, RegistrationContract.path, bodyLimit: 16 * 1024) { try await register($0) }]
    }

    private func register(_ request: ServerRequest) async throws -> ServerResponse {
        let form = try await request.decodeJSON(RegistrationContract.Request.self)
        let applicant = try Applicant(form)
        let user: User?
        do throws(AccountsError) {
            user = try await accounts.createAccount(
                name: applicant.name, email: applicant.email, password: form.password)
        } catch .emailTaken {
            user = nil
        } catch {
            throw unavailable("\(error)")
        }
        registrations.increment(["result": user == nil ? "email_already_in_use" : "created"])
        if let user { log.info("account made", ["user": "\(user.id)"]) }
        switch policy.enumeration {
        case .friendly:
            guard let user else { throw HTTPProblem.emailAlreadyInUse }
            return try await welcome(user, request)
        case .strict:
            if user == nil { try await tellOwner(of: applicant.email) }
            return try .json(
                RegistrationContract.Accepted(), status: .accepted, fields: [.cacheControl: "no-store"])
        }
    }

    private func welcome(_ user: User, _ request: ServerRequest) async throws -> ServerResponse {
        var grant: TokenGrant?
        if policy.afterRegistration != .login, policy.allowsUnverified {
            do throws(SessionsError) {
                grant = try await issuing.issueSession(for: user, on: SessionClient(of: request)).grant
            } catch {
                // The account exists: logging in is all that is left to do.
                log.error("no session for a new account", ["reason": "\(error)"])
            }
        }
        let next: RegistrationContract.Next =
            if grant == nil { .logIn } else { policy.afterRegistration == .signedIn ? .signedIn : .confirmation }
        return try .json(
            RegistrationContract.Created(user: user, token: grant, next: next), status: .created,
            fields: [.cacheControl: "no-store"])
    }

    private func tellOwner(of email: EmailAddress) async throws {
        do throws(AccountsError) {
            guard let owner = try await accounts.account(email: email) else { return }
            for observer in observers() { await observer.didTryToRegister(addressOf: owner) }
        } catch {
            throw unavailable("\(error)")
        }
    }

    private func unavailable(_ reason: String) -> HTTPProblem {
        registrations.increment(["result": "unavailable"])
        log.error("making an account failed", ["reason": reason])
        return .unavailable(retryAfter: .seconds(5))
    }
}

/// A form whose fields can all be accepted.
private struct Applicant {
    let name: String
    let email: EmailAddress

    /// - Throws: 422 with every field that can't be accepted.
    init(_ form: RegistrationContract.Request) throws(HTTPProblem) {
        let name = RegistrationRules.trimmedName(form.name)
        let email = EmailAddress(form.email)
        var problems: [FieldProblem] = []
        if let name, !RegistrationRules.isAcceptableName(name) { problems.append(.invalidName) }
        if name == nil { problems.append(.emptyName) }
        if email == nil { problems.append(.invalidEmail) }
        let length = RegistrationRules.passwordLength(form.password) ?? 0
        if length < RegistrationRules.minimumPasswordLength { problems.append(.weakPassword) }
        if form.password.count > RegistrationRules.maximumPasswordBytes { problems.append(.passwordTooLong) }
        guard problems.isEmpty, let name, let email else { throw .invalidData(problems) }
        self.name = name
        self.email = email
    }
}
