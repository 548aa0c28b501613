import AccountVerificationContract
import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import MailedProofsAPI
import MailedProofsServiceAPI
import SessionsServiceAPI

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
        let confirmation: AccountVerificationContract.Confirmation
        do {
            confirmation = try await request.decodeJSON(AccountVerificationContract.Confirmation.self)
        } catch {
            // Who isn't logged in learns that first.
            guard session != nil else { throw HTTPProblem.authenticationRequired() }
            throw error
        }
        let presented = try await presented(confirmation, session)
        // A device that somebody else's typed code let in may be anybody's.
        let isMember = session.map { presented.isFor($0.userID) && $0.authentication.isProvedHere } ?? false
        switch try await proof.confirm(presented, by: isMember ? .member : .reader, from: request.origin) {
        case .confirmed(let user): return try .json(AccountVerificationContract.Confirmed(user: user))
        case .refused(let outcome): throw HTTPProblem.refusal(of: presented, outcome)
        case .wrongPassword: throw HTTPProblem.refusal(of: presented, .unknown)
        }
    }

    /// A link of the person who is logged in, or of anybody if nobody is; a
    /// code of that person, else of the account with the address.
    private func presented(
        _ confirmation: AccountVerificationContract.Confirmation, _ session: AuthenticatedSession?
    ) async throws -> PresentedProof {
        if let text = confirmation.token {
            guard let token = MailedToken(text) else { throw HTTPProblem.unknownLink }
            return .link(token, of: session?.userID)
        }
        let subject = try await subject(of: confirmation, session)
        guard let text = confirmation.code else { throw HTTPProblem.invalidData([.required(pointer: "/code")]) }
        guard let code = MailedCode(text) else { throw HTTPProblem.malformedCode }
        return .code(code, of: subject)
    }

    private func subject(
        of confirmation: AccountVerificationContract.Confirmation, _ session: AuthenticatedSession?
    ) async throws -> UserID {
        // Whoever names an address means it, also where somebody else is logged
        // in on the device.
        if let email = confirmation.email.flatMap({ EmailAddress($0) }) {
            return try await proof.subject(email, else: UserID(UUID()))
        }
        guard let session else { throw HTTPProblem.authenticationRequired() }
        return session.userID
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
