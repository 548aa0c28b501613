import AccountsAPI
import AddressChangeAPI
import AddressChangeContract
import CoreModels
import HTTPTransportAPI
import HTTPTypes
import LoginAPI
import MailedProofsAPI
import Presenting
import SessionsAPI

/// Changes the address at the server and notes it in the stored session.
struct RemoteAddressChange: AddressChanging {
    let server: ServerClient
    let sessions: any SessionStoring
    let lock: any SessionLocking
    let account: any AccountLoading
    /// nil where nobody remembers.
    let devices: (any DeviceRemembering)?

    func requestChange(to email: String) async throws(AddressChangeError) {
        guard let email = EmailAddress(email) else { throw .invalidAddress }
        let answer = try await post(
            AddressChangeContract.path, AddressChangeContract.Request(email: email.description))
        guard answer.status == .accepted else { throw AddressChangeError(answer) }
    }

    func confirmChange(with code: Secret) async throws(AddressChangeError) -> ChangedAddress {
        guard let digits = code.withText({ $0.flatMap { MailedCode($0) } }) else { throw .malformedCode }
        let known = await person()
        let answer = try await post(
            AddressChangeContract.confirmationPath,
            AddressChangeContract.Confirmation(code: Secret(digits.description)))
        guard answer.status == .ok, let changed = answer.decode(AddressChangeContract.Changed.self) else {
            let error = AddressChangeError(answer)
            guard error == .wrongCode, let known, let user = await changedAlready(since: known) else { throw error }
            return ChangedAddress(user)
        }
        if let token = changed.deviceToken { await devices?.keep(token, for: changed.user.email) }
        await note(changed.user)
        return ChangedAddress(changed.user, undoableUntil: changed.undoUntil)
    }

    private func post(_ path: String, _ value: any Encodable & Sendable) async throws(AddressChangeError)
        -> ServerAnswer
    {
        do throws(HTTPTransportError) {
            return try await server.post(path, json: value)
        } catch {
            throw error.mapped(
                cancelled: AddressChangeError.cancelled, unreachable: AddressChangeError.connectivity,
                unintelligible: .server, impossible: AddressChangeError.impossible)
        }
    }

    /// The person, as this device knows them.
    private func person() async -> User? {
        guard case .present(let session) = await sessions.load() else { return nil }
        return session.user
    }

    /// The person, if the account has another address than this device knew.
    ///
    /// The server answers to a code that was used as to a wrong one, and the answer to its
    /// use may have been lost.
    private func changedAlready(since known: User) async -> User? {
        guard let user = try? await account.loadAccount(), user.id == known.id, user.email != known.email else {
            return nil
        }
        await note(user)
        return user
    }

    /// Tells the stored session.
    ///
    /// The address is another one whether or not that succeeds, and the server is asked
    /// again by whoever needs to know.
    private func note(_ user: User) async {
        try? await lock.withSessionLock { () async throws(SessionStoreError) in
            guard case .present(let session) = await sessions.load(), session.user.id == user.id else { return }
            // Who logged out or in meanwhile wins.
            _ = try await sessions.replace(session, with: session.describing(user))
        }
    }
}

extension AddressChangeError {
    /// What an answer that isn't a success means.
    fileprivate init(_ answer: ServerAnswer) {
        let problem = answer.problem
        if let field = problem.errors?.lazy.compactMap({ AddressChangeContract.FieldCode(rawValue: $0.code) }).first {
            switch field {
            case .invalidCode: self = .malformedCode
            case .invalidEmail: self = .invalidAddress
            case .sameAddress: self = .sameAddress
            }
            return
        }
        switch (answer.status, problem.code.flatMap(AddressChangeContract.Code.init)) {
        case (_, .insufficientAuthentication): self = .notRecent
        case (_, .invalidCode): self = .wrongCode
        case (_, .codeExpired): self = .expiredCode
        case (_, .tooManyChanges), (.tooManyRequests, _): self = .tooManyChanges(retryAfter: answer.retryAfter)
        default:
            switch (answer.refusal, answer.obstacle) {
            case (.session, _): self = .notLoggedIn
            case (.proof(let code, let text), _): self = .impossible(Obstacle(code: code, text))
            case (.route(let obstacle), _): self = .impossible(obstacle)
            case (_, let obstacle?): self = AddressChangeError(obstacle)
            case (_, nil): self = .server
            }
        }
    }

    private init(_ obstacle: AnswerObstacle) {
        switch obstacle.cause {
        case .busy: self = .busy(obstacle.text, retryAfter: obstacle.retryAfter)
        case .foreign: self = .connectivity(obstacle.text)
        }
    }
}
