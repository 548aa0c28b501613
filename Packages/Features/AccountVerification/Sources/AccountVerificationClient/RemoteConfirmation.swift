import AccountVerificationAPI
import AccountVerificationContract
import CoreModels
import HTTPTransportAPI
import HTTPTypes
import MailedProofsAPI
import SessionsAPI

/// Confirms the address at the server and notes it in the stored session.
struct RemoteConfirmation: AddressConfirming {
    /// Asks the server with the person's credentials.
    let server: ServerClient
    let sessions: any SessionStoring
    let lock: any SessionLocking

    func confirm(code: String, email: String?) async throws(AddressConfirmationError) -> User {
        let confirmation: AccountVerificationContract.Confirmation
        switch MailedProof(code) {
        case .code(let code): confirmation = .init(code: code.description, email: email)
        case .link(let token): confirmation = .init(token: token.text)
        case nil: throw .malformedCode
        }
        let answer = try await post(AccountVerificationContract.path, confirmation)
        guard answer.status == .ok, let confirmed = answer.decode(AccountVerificationContract.Confirmed.self) else {
            throw AddressConfirmationError(answer)
        }
        await note(confirmed.user)
        return confirmed.user
    }

    func resend(email: String?) async throws(AddressConfirmationError) {
        let answer = try await post(
            AccountVerificationContract.resendPath, email.map { AccountVerificationContract.Resend(email: $0) })
        guard answer.status == .accepted else { throw AddressConfirmationError(answer) }
    }

    private func post(
        _ path: String, _ value: (any Encodable)?
    ) async throws(AddressConfirmationError) -> ServerAnswer {
        do throws(HTTPTransportError) {
            return try await server.post(path, json: value)
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .connectivity, .timedOut, .tls: throw .connectivity(error.text)
            case .tooLarge, .invalidResponse: throw .server
            case .insecureAddress, .credentialsUnavailable, .invalidRequest, .fileSystem:
                throw .impossible(code: error.code, error.text)
            }
        }
    }

    /// Tells the stored session.
    ///
    /// The address is confirmed whether or not that succeeds, and the server is
    /// asked again by whoever needs to know.
    private func note(_ user: User) async {
        try? await lock.withSessionLock { () async throws(SessionStoreError) in
            guard case .present(let session) = await sessions.load(), session.user.id == user.id else { return }
            // Who logged out or in meanwhile wins.
            _ = try await sessions.replace(session, with: session.describing(user))
        }
    }
}

extension AddressConfirmationError {
    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer) {
        typealias Code = AccountVerificationContract.Code
        let problem = answer.problem
        switch (answer.status, problem.code.flatMap(Code.init)) {
        case (_, .invalidCode): self = .wrongCode
        case (_, .linkExpired): self = .expiredCode
        case (_, .linkUsed): self = .usedCode
        case (_, .linkUnknown): self = .unknownLink
        case (_, .linkForeign): self = .foreignLink
        case (.unauthorized, _): self = .notLoggedIn
        // A server may ask for codes of another form than this client knows.
        case _ where problem.errors?.contains { $0.code == Code.invalidCode.rawValue } == true: self = .malformedCode
        default: self = .server
        }
    }
}
