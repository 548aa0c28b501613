import AccountVerificationContract
import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import MailedProofsAPI
import MailedProofsServiceAPI
import SessionsServiceAPI
import TelemetryAPI

/// Answers `POST /auth/verification` and `POST /auth/verification/resend`.
struct AccountVerificationRoutes: Sendable {
    let proof: AddressProof
    let another: VerificationResend
    let accounts: any AccountReading
    let sessions: any RequestAuthenticating

    var all: [Route] {
        [
            Route(
                .post, AccountVerificationContract.path, bodyLimit: 4 * 1024, access: .everybodyOrMembers,
                limit: RouteLimit("verification"), description: .verify
            ) { try await confirm($0) },
            Route(
                .post, AccountVerificationContract.resendPath, bodyLimit: 4 * 1024, access: .everybodyOrMembers,
                limit: RouteLimit("verification-resend"), description: .resendVerification
            ) { try await resend($0) },
        ]
    }

    private func confirm(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.authenticate(request)
        let confirmation = try await request.decodeJSON(AccountVerificationContract.Confirmation.self)
        do {
            let member = try await member(of: session, naming: confirmation.email)
            let user =
                if let text = confirmation.token {
                    try await follow(text, by: member, in: session, confirmation.password, request.origin)
                } else {
                    try await enter(confirmation, by: member, in: session, request.origin)
                }
            return try .json(AccountVerificationContract.Confirmed(user: user))
        } catch let error as AccountsError {
            // Too many passwords at once are no failure of the server.
            proof.log.failure("could not check who confirms", ["reason": "\(error)"])
            throw HTTPProblem.unavailable(retryAfter: .seconds(5))
        }
    }

    /// Who confirms the address of their own account, being in it.
    ///
    /// A device that somebody else's typed code let in may be anybody's. Whoever names
    /// an address means it, also where another person is logged in on the device.
    private func member(
        of session: AuthenticatedSession?, naming address: String?
    ) async throws(AccountsError) -> AuthenticatedSession? {
        guard let session, session.authentication.isProvedHere else { return nil }
        guard let email = address.flatMap({ EmailAddress($0) }) else { return session }
        return try await accounts.identifier(email: email) == session.userID ? session : nil
    }

    private func follow(
        _ text: Secret, by member: AuthenticatedSession?, in session: AuthenticatedSession?, _ password: Secret?,
        _ origin: RequestOrigin
    ) async throws -> User {
        guard let token = text.withText({ MailedToken($0 ?? "") }) else { throw HTTPProblem.unknownLink }
        let link = PresentedProof.link(token, of: member?.userID)
        if let member {
            return try await proof.confirm(link, from: origin, while: .session(member.standing))
                .user(confirming: link, in: session)
        }
        return try await proof.confirm(token, password: password, from: origin).user(confirming: link, in: session)
    }

    private func enter(
        _ confirmation: AccountVerificationContract.Confirmation, by member: AuthenticatedSession?,
        in session: AuthenticatedSession?, _ origin: RequestOrigin
    ) async throws -> User {
        var email = confirmation.email.flatMap { EmailAddress($0) }
        guard email != nil || session != nil else { throw HTTPProblem.authenticationRequired() }
        guard let text = confirmation.code else { throw HTTPProblem.invalidData([.required(pointer: "/code")]) }
        guard let code = text.withText({ MailedCode($0 ?? "") }) else { throw HTTPProblem.malformedCode }
        // Of nobody, where the password tells whose it is.
        let entered = PresentedProof.code(code, of: member?.userID ?? UserID(UUID()))
        if let member {
            return try await proof.confirm(entered, from: origin, while: .session(member.standing))
                .user(confirming: entered, in: session)
        }
        guard let password = confirmation.password else { throw HTTPProblem.passwordNeeded(in: session) }
        if let session, email == nil { email = try await accounts.account(session.userID)?.email }
        guard let email else { throw HTTPProblem.authenticationRequired() }
        return try await proof.confirm(code, of: email, password: password, from: origin)
            .user(confirming: entered, in: session)
    }

    private func resend(_ request: ServerRequest) async throws -> ServerResponse {
        // Before it is asked who sent it: one that can't be read names nobody.
        let named = (try? await request.decodeJSON(AccountVerificationContract.Resend.self))?.email
        let session = try await sessions.authenticate(request)
        let email = named.flatMap { EmailAddress($0) }
        var user: User?
        if let session { user = try await accounts.account(session.userID) }
        var confirmed: User?
        if let user, email == nil || email == user.email {
            // Whose account it is may know how it stands.
            if user.isVerified {
                confirmed = user
            } else if try await !another.send(to: user, in: request.origin.language) {
                return try .json(AccountVerificationContract.Accepted.tooSoon, status: .accepted)
            }
        } else if let email {
            try await another.send(to: email, from: request.origin)
        } else {
            throw HTTPProblem.authenticationRequired()
        }
        return try .json(AccountVerificationContract.Accepted(alreadyConfirmed: confirmed), status: .accepted)
    }
}

extension AddressProof.Verdict {
    /// Whose address is confirmed.
    ///
    /// - Throws: What is answered to a proof that confirms nothing.
    fileprivate func user(
        confirming proof: PresentedProof, in session: AuthenticatedSession?
    ) throws(HTTPProblem) -> User {
        switch self {
        case .confirmed(let user): return user
        case .refused(let outcome): throw .refusal(of: proof, outcome)
        case .passwordNeeded: throw .passwordNeeded(in: session)
        case .wrongPassword: throw .wrongPassword
        }
    }
}
