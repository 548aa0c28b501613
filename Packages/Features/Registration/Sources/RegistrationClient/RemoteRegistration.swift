import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Localization
import LoginAPI
import OfflineQueueAPI
import Presenting
import RegistrationAPI
import RegistrationContract
import SecureStorageAPI
import SessionsAPI

/// Makes accounts at the server and stores the session that begins.
struct RemoteRegistration: Registering {
    /// Asks without credentials: registration sends no token.
    let server: ServerClient
    let sessions: any SessionStoring
    let beginning: SessionBeginning
    /// Remembers how the server knows this device; nil where nobody does.
    let devices: (any DeviceRemembering)?
    /// How this device calls itself in the list of sessions.
    let device: String?
    let validator: any RegistrationValidating
    /// Keeps a registration that can't be sent; nil where there is no queue.
    let queue: (any RequestQueueing)?
    let makeID: @Sendable () -> QueuedRequestID
    let now: @Sendable () -> BootTime
    /// What the queue has done before, in this program.
    let made: MadeRegistrations

    func register(
        _ form: RegistrationForm, since start: SessionBeginning.Start?
    ) async throws(RegistrationError) -> RegistrationOutcome {
        if let invitation = form.invitation { return try await take(invitation, with: form, since: start) }
        let request = try request(for: form)
        let id = await replaceWaiting(request) ?? makeID()
        do throws(RegistrationError) {
            let outcome = try await submit(request, as: id, since: start)
            switch outcome {
            // A login that waits would log somebody else in over them.
            case .signedIn, .confirmation: try? await queue?.discard(.login)
            case .logIn, .checkMail: break
            }
            return outcome
        } catch {
            if error == .emailAlreadyInUse, let found = made.take(for: request) {
                return try await outcome(of: found)
            }
            guard case .connectivity(let obstacle) = error, let queue,
                let waiting = try? QueuedRequest(request, as: id)
            else { throw error }
            switch await queue.keep(waiting, because: obstacle) {
            case .kept(let text): throw .waiting(text)
            case .lost(let text): throw .connectivity(text)
            }
        }
    }

    /// Removes what waits to be registered with the same address: what was typed last counts.
    ///
    /// - Returns: The name of one that asked for just this, so that an account which the
    ///   server has made for it already is the person's; nil if none did.
    private func replaceWaiting(_ request: RegistrationContract.Request) async -> QueuedRequestID? {
        guard let queue, let waiting = try? await queue.requests(.registration) else { return nil }
        var same: QueuedRequestID?
        for old in waiting where EmailAddress(old.subject) == EmailAddress(request.email) {
            let form = try? SecretCoding.decode(RegistrationContract.Request.self, from: old.payload)
            if let form, form.name == request.name, form.email == request.email,
                form.password.isEqual(to: request.password)
            {
                same = old.id
            }
            // One that is being sent is told of when it is made.
            _ = try? await queue.drop(old.id)
        }
        return same
    }

    /// Where the person goes whose address has an account by what waited: who has logged out
    /// since, or isn't the one who is there, isn't logged in by it.
    private func outcome(
        of found: MadeRegistrations.Finding
    ) async throws(RegistrationError) -> RegistrationOutcome {
        guard case .same(let outcome) = found else { throw .madeBefore }
        switch outcome {
        case .confirmation(let user), .signedIn(let user):
            return await sessions.load().person?.id == user.id ? outcome : .logIn(user)
        case .logIn, .checkMail: return outcome
        }
    }

    /// What it takes by POST isn't there for GET either where nothing is.
    func isClosed() async -> Bool {
        guard let answer = try? await server.get(RegistrationContract.path, limits: .brief),
            answer.status == .notFound, case .route? = answer.refusal
        else { return false }
        return true
    }

    /// What is sent for a form.
    ///
    /// - Throws: `invalidData` with every field that can't be accepted.
    func request(for form: RegistrationForm) throws(RegistrationError) -> RegistrationContract.Request {
        let invalid = validator.validate(form)
        guard invalid.isEmpty, let name = try? PersonName(form.name),
            let email = EmailAddress(form.email)
        else { throw .invalidData(invalid) }
        return RegistrationContract.Request(
            name: name.text, email: email.description, password: form.password, device: device)
    }

    /// Sends a request, with a key that makes repeating it harmless.
    ///
    /// - Parameters:
    ///   - start: Who was logged in when the person began; nil if they ask for it just now.
    ///   - keepsOthers: Whether whoever is logged in stays so; the new account's owner can log
    ///     in later.
    func submit(
        _ request: RegistrationContract.Request, as id: QueuedRequestID, since start: SessionBeginning.Start? = nil,
        keepsOthers: Bool = false
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
        return try await begin(answer, since: start, keepsOthers: keepsOthers)
    }

    /// Takes what the server made.
    ///
    /// - Throws: What the answer means, if it is none of success.
    func begin(
        _ answer: ServerAnswer, since start: SessionBeginning.Start?, keepsOthers: Bool = false
    ) async throws(RegistrationError) -> RegistrationOutcome {
        guard answer.status == .created, let created = answer.decode(RegistrationContract.Created.self) else {
            throw RegistrationError(answer)
        }
        return try await begin(created, since: start, keepsOthers: keepsOthers)
    }

    private func begin(
        _ created: RegistrationContract.Created, since start: SessionBeginning.Start?, keepsOthers: Bool
    ) async throws(RegistrationError) -> RegistrationOutcome {
        guard let token = created.token else { return .logIn(created.user) }
        if let deviceToken = created.deviceToken { await devices?.keep(deviceToken, for: created.user.email) }
        let outcome: RegistrationOutcome =
            created.next == .signedIn ? .signedIn(created.user) : .confirmation(created.user)
        let session = StoredSession(user: created.user, grant: token, receivedAt: now())
        do throws(SessionStoreError) {
            guard keepsOthers else {
                try await beginning.begin(session, since: start)
                return outcome
            }
            let stored = try await beginning.beginUnlessSomebodyIs(session)
            return stored.user.id == created.user.id ? outcome : .logIn(created.user)
        } catch {
            throw .tokenStorageFailed(Obstacle(withoutSession: error))
        }
    }
}

extension Obstacle {
    /// What keeps the session of a new account from this device; the account stands.
    fileprivate init(withoutSession error: SessionStoreError) {
        switch error {
        case .somebodyElse(let name):
            self.init(
                code: error.code,
                LocalizedText(
                    en: "Meanwhile \(name) logged in here, and stays so. To be logged in instead, log out first.",
                    es: "Entretanto \(name) inició sesión aquí, y así sigue. Para iniciar la tuya, cierra antes esa."),
                nextSteps: error.nextSteps, isFinal: true)
        case .anotherKey:
            self.init(
                code: error.code,
                LocalizedText(
                    en: "Meanwhile another program on this device logged in or out. Log in to go on.",
                    es:
                        "Entretanto otro programa de este dispositivo inició o cerró una sesión. Inicia sesión para seguir."
                ), isFinal: true)
        case .unencodable, .unreadable, .storage: self.init(error)
        }
    }
}
