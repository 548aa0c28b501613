import AccountsAPI
import AccountsContract
import CoreModels
import HTTPTransportAPI
import HTTPTypes
import Presenting
import SessionsAPI

/// Asks the server for the account, changes its name there, and keeps what is known
/// of the person on this device in step.
struct RemoteAccount: AccountLoading, AccountRenaming {
    let server: ServerClient
    let sessions: (any SessionStoring)?

    func loadAccount() async throws(AccountLoadingError) -> User {
        try await account(
            in: try await asked { () async throws(HTTPTransportError) in
                try await server.get(AccountsContract.mePath, limits: .brief)
            })
    }

    func rename(to typed: String) async throws(AccountRenamingError) -> User {
        let name: PersonName
        do throws(PersonName.Problem) {
            name = try PersonName(typed)
        } catch {
            throw .unacceptable(error)
        }
        let answer: ServerAnswer
        do throws(AccountLoadingError) {
            answer = try await asked { () async throws(HTTPTransportError) in
                try await server.put(AccountsContract.namePath, json: AccountsContract.Name(name: name.text))
            }
        } catch {
            throw .failed(error)
        }
        if answer.problem.code == AccountsContract.Code.insufficientAuthentication.rawValue { throw .notProved }
        do throws(AccountLoadingError) {
            return try await account(in: answer)
        } catch {
            throw .failed(error)
        }
    }

    private func asked(
        _ ask: () async throws(HTTPTransportError) -> ServerAnswer
    ) async throws(AccountLoadingError) -> ServerAnswer {
        do throws(HTTPTransportError) {
            return try await ask()
        } catch {
            throw AccountLoadingError(error)
        }
    }

    /// Reads the account that is answered.
    private func account(in answer: ServerAnswer) async throws(AccountLoadingError) -> User {
        if answer.status == .ok, let user = answer.decode(User.self) {
            await keep(user)
            return user
        }
        throw AccountLoadingError(answer, expecting: .ok)
    }

    /// What can't be kept now comes with the next answer.
    private func keep(_ user: User) async {
        guard let sessions, case .present(let session) = await sessions.load(), session.user.id == user.id,
            session.user != user
        else { return }
        let renewed = StoredSession(
            user: user, id: session.id, grant: session.grant, receivedAt: session.receivedAt)
        _ = try? await sessions.replace(session, with: renewed)
    }
}

extension AccountLoadingError {
    /// Describes an answer that isn't what was asked for.
    init(_ answer: ServerAnswer, expecting success: HTTPStatus) {
        switch (answer.refusal, answer.obstacle) {
        case (.session, _): self = .notLoggedIn
        case (.proof(let code, let text), _): self = .impossible(Obstacle(code: code, text))
        case (.route(let obstacle), _): self = .impossible(obstacle)
        case (_, let obstacle?): self = .connectivity(obstacle.text)
        case (_, nil): self = answer.status == success ? .unreadableAnswer : .server(status: answer.status.rawValue)
        }
    }

    /// Describes why there is no answer.
    init(_ error: HTTPTransportError) {
        switch error {
        case .cancelled: self = .cancelled
        case .connectivity, .timedOut: self = .connectivity(error.text)
        case .tls, .refusedByPins, .insecureAddress, .credentialsUnavailable, .invalidRequest, .fileSystem:
            self = .impossible(Obstacle(error))
        case .tooLarge, .invalidResponse: self = .unreadableAnswer
        }
    }
}
