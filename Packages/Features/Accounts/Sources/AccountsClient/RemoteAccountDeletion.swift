import AccountsAPI
import AccountsContract
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Presenting
import SessionsAPI

/// Has the server delete the account, and this device forget it.
struct RemoteAccountDeletion: AccountDeleting {
    /// The server, asked in the name of one person and of nobody else.
    let serverOf: @Sendable (UserID) -> ServerClient
    let sessions: (any SessionStoring)?
    let lock: (any SessionLocking)?
    let endObservers: @Sendable () -> [any SessionEndObserving]

    func deleteAccount(of person: UserID) async throws(AccountDeletionError) -> Date {
        let reading = await sessions?.load()
        if case .absent? = reading { throw .failed(.notLoggedIn) }
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await serverOf(person).post(AccountsContract.deletionPath)
        } catch {
            throw .failed(AccountLoadingError(error))
        }
        guard answer.status == .accepted, let begun = answer.decode(AccountsContract.Deletion.self) else {
            throw AccountDeletionError(answer)
        }
        if case .present(let session) = reading { await forget(session) }
        return begun.dueAt
    }

    /// The server has ended the session whether or not that succeeds: the next request
    /// forgets it then.
    private func forget(_ session: StoredSession) async {
        guard let sessions, let lock else { return }
        let isRemoved = try? await lock.withSessionLock { () async throws(SessionStoreError) -> Bool in
            // It may have been renewed meanwhile. Another one stays, also if it is the person's: they have logged in
            // since, and the account isn't deleted any more.
            guard case .present(let current) = await sessions.load(),
                (current.user.id, current.id) == (session.user.id, session.id)
            else { return false }
            return try await sessions.replace(current, with: nil)
        }
        guard isRemoved == true else { return }
        for observer in endObservers() { await observer.sessionDidEnd(.closed(session.user)) }
    }
}

extension AccountDeletionError {
    /// What an answer that isn't a success means.
    fileprivate init(_ answer: ServerAnswer) {
        if answer.problem.code == AccountsContract.Code.insufficientAuthentication.rawValue {
            self = .notRecent
        } else if answer.status == .tooManyRequests {
            self = .tooMany(retryAfter: answer.retryAfter)
        } else {
            self = .failed(AccountLoadingError(answer, expecting: .accepted))
        }
    }
}
