import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Localization
import LoginAPI
import OfflineQueueAPI
import RegistrationAPI
import RegistrationContract
import SecureStorageAPI
import SessionsAPI

/// Makes accounts at the server and stores the session that begins.
struct RemoteRegistration: Registering {
    /// Asks without credentials: registration sends no token.
    let server: ServerClient
    let sessions: any SessionStoring
    /// Remembers how the server knows this device; nil where nobody does.
    let devices: (any DeviceRemembering)?
    let validator: any RegistrationValidating
    /// Keeps a registration that can't be sent; nil where there is no queue.
    let queue: (any RequestQueueing)?
    let makeID: @Sendable () -> QueuedRequestID
    let now: @Sendable () -> BootTime
    let endObservers: @Sendable () -> [any SessionEndObserving]

    func register(_ form: RegistrationForm) async throws(RegistrationError) -> RegistrationOutcome {
        let request = try request(for: form)
        let id = makeID()
        do throws(RegistrationError) {
            return try await submit(request, as: id)
        } catch {
            guard case .connectivity(let obstacle) = error, let queue,
                let waiting = try? QueuedRequest(request, as: id)
            else { throw error }
            switch await queue.keep(waiting, because: obstacle) {
            case .kept(let text): throw .waiting(text)
            case .lost(let text): throw .connectivity(text)
            }
        }
    }

    /// What is sent for a form.
    ///
    /// - Throws: `invalidData` with every field that can't be accepted.
    func request(for form: RegistrationForm) throws(RegistrationError) -> RegistrationContract.Request {
        let invalid = validator.validate(form)
        guard invalid.isEmpty, let name = RegistrationRules.normalizedName(form.name),
            let email = EmailAddress(form.email)
        else { throw .invalidData(invalid) }
        return RegistrationContract.Request(name: name, email: email.description, password: form.password)
    }

    /// Sends a request, with a key that makes repeating it harmless.
    ///
    /// - Parameter keepsOthers: Whether somebody else who is logged in stays so;
    ///   the new account's owner can log in later.
    func submit(
        _ request: RegistrationContract.Request, as id: QueuedRequestID, keepsOthers: Bool = false
    ) async throws(RegistrationError) -> RegistrationOutcome {
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await server.post(
                RegistrationContract.path, json: request, fields: [.idempotencyKey: id.description])
        } catch {
            throw error.mapped(
                cancelled: RegistrationError.cancelled, unreachable: RegistrationError.connectivity,
                unintelligible: .unknown, impossible: RegistrationError.impossible)
        }
        if answer.status == .accepted { return .checkMail }
        guard answer.status == .created, let created = answer.decode(RegistrationContract.Created.self) else {
            throw RegistrationError(answer)
        }
        return try await begin(created, keepsOthers: keepsOthers)
    }

    private func begin(
        _ created: RegistrationContract.Created, keepsOthers: Bool
    ) async throws(RegistrationError) -> RegistrationOutcome {
        guard let token = created.token else { return .logIn(created.user) }
        if let deviceToken = created.deviceToken { await devices?.keep(deviceToken, for: created.user.email) }
        let outcome: RegistrationOutcome =
            created.next == .signedIn ? .signedIn(created.user) : .confirmation(created.user)
        let before = await sessions.load()
        if case .present(let stored) = before {
            // Asked once more, the server gives its first answer again: its tokens may have been renewed since, and
            // using them then would end the session.
            if stored.user.id == created.user.id { return outcome }
            if keepsOthers { return .logIn(created.user) }
        }
        do throws(SessionStoreError) {
            try await sessions.save(StoredSession(user: created.user, grant: token, receivedAt: now()))
        } catch {
            throw .tokenStorageFailed(error.message + error.hint)
        }
        // What was kept on this device for whoever was logged in has to go.
        if case .absent = before { return outcome }
        for observer in endObservers() { await observer.sessionDidEnd(.loggedOut) }
        return outcome
    }
}

extension RegistrationError {
    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer) {
        let problem = answer.problem
        switch (answer.status, problem.code.flatMap(RegistrationContract.Code.init)) {
        case (_, .emailAlreadyInUse), (.conflict, _): self = .emailAlreadyInUse
        case (_, .replayDetected): self = .replayDetected
        case (_, .abuseDetected), (.tooManyRequests, _): self = .abuseDetected(retryAfter: answer.retryAfter)
        case (_, .invalidData):
            let fields = InvalidField.fields(of: problem)
            self = fields.isEmpty ? .unknown : .invalidData(fields)
        case (.unauthorized, _):
            // The account was refused for want of a proof (RFC 9449).
            let words = [problem.title ?? "\(answer.status)", problem.detail].compactMap { $0 }
            self = .impossible(
                code: problem.code ?? "unauthorized", LocalizedText(verbatim: words.joined(separator: " ")))
        default: self = .unknown
        }
    }
}

extension InvalidField {
    /// The fields that a server refused, in the order of the form.
    static func fields(of problem: ProblemDetails) -> [InvalidField] {
        let errors = problem.errors ?? []
        return Field.allCases.flatMap { field in
            errors.filter { $0.pointer == "/\(field.rawValue)" }.map { error in
                switch RegistrationContract.FieldCode(rawValue: error.code) {
                case .emptyName: .emptyName
                case .invalidName: .invalidName
                case .invalidEmail: .invalidEmail
                case .passwordTooLong: .passwordTooLong
                // The server may ask for more than this client knows, so its
                // own words say what.
                case .weakPassword, .commonPassword, .personalPassword, .predictablePassword, nil:
                    .refused(field, reason: error.reason)
                }
            }
        }
    }
}
