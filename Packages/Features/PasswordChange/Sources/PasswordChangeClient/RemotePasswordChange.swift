import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Localization
import LoginAPI
import PasswordChangeAPI
import PasswordChangeContract
import PasswordQuality
import Presenting
import SecureStorageAPI
import SessionsAPI

/// Changes the password at the server and stores the session's new tokens.
///
/// The refresh token goes along: until its successor is used, the server
/// exchanges it again. So the stored session is the journal, as in renewing it
/// (docs/adr/0016-renewal-without-a-journal.md): a program that is killed
/// before the tokens are stored loses nothing.
struct RemotePasswordChange: PasswordChanging {
    /// Asks with the person's credentials.
    let server: ServerClient
    let sessions: any SessionStoring
    /// nil where nobody remembers.
    let devices: (any DeviceRemembering)?
    let now: @Sendable () -> BootTime

    func changePassword(from current: Secret, to new: Secret) async throws(PasswordChangeError) {
        let session = try await session()
        let problems = Self.problems(current, new, session.user)
        guard problems.isEmpty else { throw .unacceptable(problems) }
        let change = PasswordChangeContract.Change(
            currentPassword: current, newPassword: new, refreshToken: session.grant.refreshToken)
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await server.post(PasswordChangeContract.path, json: change)
        } catch {
            throw error.mapped(
                cancelled: PasswordChangeError.cancelled, unreachable: PasswordChangeError.connectivity,
                unintelligible: .server, impossible: PasswordChangeError.impossible)
        }
        guard answer.status == .ok, let changed = answer.decode(PasswordChangeContract.Changed.self) else {
            throw PasswordChangeError(answer)
        }
        // The server knows the device by the password of before no more.
        if let token = changed.deviceToken { await devices?.keep(token, for: session.user.email) }
        try await store(changed.token, of: session)
    }

    private func session() async throws(PasswordChangeError) -> StoredSession {
        switch await sessions.load() {
        case .present(let session): return session
        case .absent: throw .notLoggedIn
        case .unavailable(.storage(.cancelled)): throw .cancelled
        case .unavailable(let error): throw .impossible(Obstacle(error))
        }
    }

    /// Whatever the server would find, all at once.
    private static func problems(_ current: Secret, _ new: Secret, _ user: User) -> [LocalizedText] {
        var problems: [LocalizedText] = []
        if current.isEmpty { problems.append(emptyCurrent) }
        problems += new.withText { new in
            PasswordRules().problems(of: new, name: user.name, email: user.email.description).map(\.text)
        }
        let isSame = current.withText { current in new.withText { $0 != nil && $0 == current } }
        if isSame, !current.isEmpty { problems.append(same) }
        return problems
    }

    private func store(_ grant: TokenGrant, of session: StoredSession) async throws(PasswordChangeError) {
        let renewed = session.renewed(with: grant, receivedAt: now())
        do throws(SessionStoreError) {
            if try await sessions.replace(session, with: renewed) { return }
            // Another process exchanged the token meanwhile, or the person
            // logged out or in: what they did stands, and its tokens count. If
            // it got the same refresh token, only the access token is newer.
            if case .present(let stored) = await sessions.load(), stored.isSame(as: renewed) {
                _ = try await sessions.replace(stored, with: renewed)
            }
        } catch {
            throw .tokenStorageFailed(Obstacle(error))
        }
    }

    private static let emptyCurrent = LocalizedText(
        en: "The current password is empty.", es: "Falta la contraseña actual.")
    private static let same = LocalizedText(
        en: "The new password is the same as the current one.", es: "La contraseña nueva es la misma que la actual.")
}

extension PasswordChangeError {
    /// What an answer that isn't a success means.
    fileprivate init(_ answer: ServerAnswer) {
        let problem = answer.problem
        let reasons = (problem.errors ?? []).map { LocalizedText(verbatim: $0.reason) }
        switch (answer.status, problem.code.flatMap(PasswordChangeContract.Code.init)) {
        case (_, .invalidCredentials): self = .wrongPassword
        case (_, .noPassword): self = .noPassword
        case (_, .insufficientAuthentication): self = .notRecent
        case (_, .accountLocked), (.tooManyRequests, _): self = .tooManyAttempts(retryAfter: answer.retryAfter)
        case (.unprocessableContent, _) where !reasons.isEmpty: self = .unacceptable(reasons)
        default:
            switch (answer.refusal, answer.obstacle) {
            case (.session, _): self = .notLoggedIn
            case (.proof(let code, let text), _): self = .impossible(Obstacle(code: code, text))
            case (.route(let obstacle), _): self = .impossible(obstacle)
            case (_, let obstacle?): self = PasswordChangeError(obstacle)
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
