import AccountVerificationAPI
import AccountVerificationContract
import CoreModels
import HTTPTransportAPI
import HTTPTypes
import Localization
import MailedProofsAPI
import OfflineQueueAPI
import Presenting
import SecureStorageAPI
import SessionsAPI

/// Confirms the address at the server and notes it in the stored session.
struct RemoteConfirmation: AddressConfirming {
    /// Asks the server with the person's credentials.
    let server: ServerClient
    let sessions: any SessionStoring
    let lock: any SessionLocking
    /// Keeps a code or link that can't be sent; nil where there is no queue.
    let queue: (any RequestQueueing)?
    let makeID: @Sendable () -> QueuedRequestID

    func confirm(
        code: String, email: String?, password: Secret?
    ) async throws(AddressConfirmationError) -> User {
        // A session that turns out to be over is gone afterwards.
        let reading = await sessions.load(), person = reading.person
        let confirmation: AccountVerificationContract.Confirmation
        switch MailedProof(code) {
        case .code(let code): confirmation = .init(code: code.description, email: email, password: password)
        case .link(let token): confirmation = .init(token: token.text, email: email, password: password)
        case nil: throw .malformedCode
        }
        guard email.map({ EmailAddress($0) != nil }) ?? true else { throw .invalidEmail }
        if password == nil { try Self.check(confirmation, in: reading, naming: email) }
        let id = makeID()
        do throws(AddressConfirmationError) {
            return try await submit(confirmation, as: id)
        } catch {
            let member = password == nil ? person : nil
            // What is confirmed already waits for nothing; a link may be somebody else's.
            if let member, member.isVerified, confirmation.token == nil, case .connectivity = error { return member }
            throw await keep(
                WaitingProof(person: member?.id, confirmation: confirmation),
                for: email ?? member?.email.description ?? "", as: id, after: error)
        }
    }

    /// Asks for the password before anything is sent that would need it.
    private static func check(
        _ confirmation: AccountVerificationContract.Confirmation, in session: SessionReading, naming email: String?
    ) throws(AddressConfirmationError) {
        switch session {
        case .absent: throw confirmation.token == nil && email == nil ? .notLoggedIn : .passwordNeeded
        case .present(let session):
            let named = email.flatMap { EmailAddress($0) } ?? session.user.email
            if named != session.user.email { throw .passwordNeeded }
        case .unavailable: break
        }
    }

    /// The person who is logged in.
    func person() async -> User? {
        await sessions.load().person
    }

    /// Sends a code or link, with a key that makes repeating it harmless.
    func submit(
        _ confirmation: AccountVerificationContract.Confirmation, as id: QueuedRequestID
    ) async throws(AddressConfirmationError) -> User {
        let answer = try await post(AccountVerificationContract.path, confirmation, as: id)
        guard answer.status == .ok, let confirmed = answer.decode(AccountVerificationContract.Confirmed.self) else {
            let error = AddressConfirmationError(answer)
            throw error == .wrongCode && confirmation.password != nil ? .wrongCodeOrPassword : error
        }
        await note(confirmed.user)
        return confirmed.user
    }

    func resend(email: String?) async throws(AddressConfirmationError) -> ResendOutcome {
        guard email.map({ EmailAddress($0) != nil }) ?? true else { throw .invalidEmail }
        let answer = try await post(
            AccountVerificationContract.resendPath, email.map { AccountVerificationContract.Resend(email: $0) })
        guard answer.status == .accepted else { throw AddressConfirmationError(answer) }
        let accepted = answer.decode(AccountVerificationContract.Accepted.self)
        if accepted?.status == AccountVerificationContract.Accepted.tooSoon.status { return .tooSoon }
        guard let user = accepted?.user else { return .asked }
        await note(user)
        return .alreadyConfirmed(user)
    }

    private func post(
        _ path: String, _ value: (any Encodable)?, as id: QueuedRequestID? = nil
    ) async throws(AddressConfirmationError) -> ServerAnswer {
        do throws(HTTPTransportError) {
            return try await server.post(path, json: value, fields: id.map { [.idempotencyKey: $0.description] } ?? [:])
        } catch {
            throw error.mapped(
                cancelled: AddressConfirmationError.cancelled, unreachable: AddressConfirmationError.connectivity,
                unintelligible: .server, impossible: AddressConfirmationError.impossible)
        }
    }

    private func keep(
        _ proof: WaitingProof, for subject: String, as id: QueuedRequestID, after error: AddressConfirmationError
    ) async -> AddressConfirmationError {
        guard let queue, let payload = try? SecretCoding.encode(proof) else { return error }
        func request(wantsNotice: Bool) -> QueuedRequest {
            QueuedRequest(
                id: id, kind: .verification, subject: subject, owner: proof.person, payload: payload,
                wantsNotice: wantsNotice)
        }
        switch error {
        case .connectivity(let obstacle):
            switch await queue.keep(request(wantsNotice: false), because: obstacle) {
            case .kept(let text): return .waiting(text)
            case .lost(let text): return .connectivity(text)
            }
        case .notLoggedIn where proof.person != nil:
            guard case .kept = await queue.keep(request(wantsNotice: true), because: error.text) else { return error }
            return .interrupted(Self.sessionOver)
        default: return error
        }
    }

    private static let sessionOver = LocalizedText(
        en: "Your session is over. The code waits on this device, sealed, and is sent when you log in again.",
        es:
            "Tu sesión ha terminado. El código espera en este dispositivo, sellado, y se envía cuando vuelvas a iniciar "
            + "sesión.")

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
        case _ where problem.errors?.contains { $0.code == Code.wrongPassword.rawValue } == true:
            self = .wrongPassword
        case _ where problem.errors?.contains { $0.pointer == "/password" } == true: self = .passwordNeeded
        // A server may ask for codes of another form than this client knows.
        case _ where problem.errors?.contains { $0.code == Code.invalidCode.rawValue } == true: self = .malformedCode
        default:
            switch (answer.refusal, answer.obstacle) {
            case (.session, _): self = .notLoggedIn
            case (.proof(let code, let text), _): self = .impossible(Obstacle(code: code, text))
            case (.route(let obstacle), _): self = .impossible(obstacle)
            case (_, let obstacle?): self = AddressConfirmationError(obstacle)
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
