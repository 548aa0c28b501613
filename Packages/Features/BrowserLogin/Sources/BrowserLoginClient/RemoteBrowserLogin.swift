import BrowserLoginAPI
import BrowserLoginContract
import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTransportAPI
import HTTPTypes
import Localization
import Locking
import LoginAPI
import Presenting
import SessionsAPI

/// Logs in with a code that the browser of this machine brings.
struct RemoteBrowserLogin: BrowserLoggingIn {
    let dependencies: BrowserLoginClientPlugin.Dependencies
    let beginning: SessionBeginning

    /// For how long the browser is waited for.
    private static let patience = Duration.seconds(600)

    /// What only this program knows of one login.
    private struct Attempt: Sendable {
        let verifier: Secret
        let challenge: String
        let state: String
        let start: SessionBeginning.Start
    }

    func logIn(
        by browser: LoginBrowser, telling tell: @escaping @Sendable (BrowserLoginWay) -> Void
    ) async throws(BrowserLoginError) -> User {
        let attempt = try makeAttempt(since: await start(in: browser))
        let door = ReturnDoor(state: Secret(attempt.state), of: dependencies.server.address, by: browser)
        let result = Locked<Result<User, BrowserLoginError>?>(nil)
        do {
            try await dependencies.listen(door) { port in
                let outcome = await untilInterrupted(by: browser) { () async throws(BrowserLoginError) in
                    try await finish(attempt, at: port, door, browser, tell)
                }
                result.withLock { $0 = outcome }
                if case .failure(let error) = outcome { door.tell(error) } else { door.tell(nil) }
            }
        } catch {
            // What was found out before the end counts.
            if result.current == nil { throw .cannotListen(Self.text(of: error)) }
        }
        let outcome = result.current ?? .failure(.cancelled)
        if case .success(let user) = outcome {
            for observer in dependencies.observers() { await observer.didLogIn(user) }
        }
        return try outcome.get()
    }

    /// On the pages of a program whoever is logged in is there to do so once more, and somebody
    /// else who is at the server's page doesn't take their place.
    private func start(in browser: LoginBrowser) async -> SessionBeginning.Start {
        switch browser {
        case .opened: await beginning.start()
        case .present: .nobody
        }
    }

    private static func text(of error: any Error) -> LocalizedText {
        (error as? any PresentableError)?.text
            ?? LocalizedText(
                en: "This program can't listen for the browser: \(error)",
                es: "Este programa no puede escuchar al navegador: \(error)")
    }

    /// Does something that ends early when the person wants the program to end, and then
    /// says what became of it.
    ///
    /// A program of which they look at the pages hears that itself.
    private func untilInterrupted(
        by browser: LoginBrowser, _ work: @escaping @Sendable () async throws(BrowserLoginError) -> User
    ) async -> Result<User, BrowserLoginError> {
        await withTaskGroup(of: Result<User, BrowserLoginError>?.self) { [dependencies] group in
            group.addTask {
                do throws(BrowserLoginError) {
                    return .success(try await work())
                } catch {
                    return .failure(error)
                }
            }
            if case .opened = browser {
                group.addTask {
                    await dependencies.untilInterrupted()
                    return nil
                }
            }
            defer { group.cancelAll() }
            for await end in group {
                if let end { return end }
                group.cancelAll()
            }
            return .failure(.cancelled)
        }
    }

    private func makeAttempt(since start: SessionBeginning.Start) throws(BrowserLoginError) -> Attempt {
        do {
            let cryptography = dependencies.cryptography
            let verifier = Secret(try cryptography.random.text(byteCount: 32))
            return Attempt(
                verifier: verifier, challenge: Base64URL.encode(try cryptography.hashing.sha256(verifier)),
                state: try cryptography.random.text(byteCount: 32), start: start)
        } catch {
            throw .server
        }
    }

    /// Makes sure that the server lets programs in this way.
    private func requireOffer() async throws(BrowserLoginError) {
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await dependencies.server.get(BrowserLoginContract.path)
        }
        guard answer.status == .ok else { throw answer.isOfNoRoute ? .notOffered : BrowserLoginError(answer) }
    }

    private func finish(
        _ attempt: Attempt, at port: Int, _ door: ReturnDoor, _ browser: LoginBrowser,
        _ tell: @Sendable (BrowserLoginWay) -> Void
    ) async throws(BrowserLoginError) -> User {
        try await requireOffer()
        guard let key = await dependencies.key() else { throw .impossible(.noKey) }
        let program = ProgramRequest(
            challenge: attempt.challenge, state: attempt.state, port: port, key: key, device: dependencies.device)
        // A page that the server names could be somebody else's.
        let page = dependencies.server.address.url(path: BrowserLoginContract.page)
        guard let program, let address = program.address(at: page.absoluteString) else { throw .server }
        door.open(at: port)
        let close = opened(address, in: browser)
        defer { close?() }
        tell(BrowserLoginWay(address: address, word: program.word, isOpened: close != nil))
        switch try await arrival(at: door) {
        case .anotherServer: throw .anotherServer
        case .decided(.refused): throw .refused
        case .decided(.letIn(let code)):
            return try await exchange(
                BrowserLoginContract.Exchange(code: code, verifier: attempt.verifier, port: port), since: attempt.start)
        }
    }

    private func opened(_ address: URL, in browser: LoginBrowser) -> (@Sendable () -> Void)? {
        guard case .opened(let language) = browser else { return nil }
        return dependencies.open?(address, language)
    }

    /// Waits for the browser, and not for ever.
    private func arrival(at door: ReturnDoor) async throws(BrowserLoginError) -> ReturnDoor.Arrival {
        enum Event: Sendable { case arrived(ReturnDoor.Arrival), timedOut, cancelled }
        let dependencies = dependencies
        let event = await withTaskGroup(of: Event.self) { group in
            group.addTask { await door.arrival().map { .arrived($0) } ?? .cancelled }
            group.addTask {
                do {
                    try await dependencies.clock.sleep(for: Self.patience)
                    return .timedOut
                } catch {
                    return .cancelled
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? .cancelled
        }
        switch event {
        case .arrived(let arrival): return arrival
        case .timedOut: throw .timedOut
        case .cancelled: throw .cancelled
        }
    }

    private func exchange(
        _ exchange: BrowserLoginContract.Exchange, since start: SessionBeginning.Start
    ) async throws(BrowserLoginError) -> User {
        let answer: ServerAnswer
        do throws(BrowserLoginError) {
            answer = try await asked { () async throws(HTTPTransportError) in
                try await dependencies.server.post(BrowserLoginContract.path, json: exchange)
            }
        } catch {
            switch error {
            case .cancelled: throw .unanswered(nil)
            case .connectivity(let text): throw .unanswered(text)
            default: throw error
            }
        }
        guard answer.status == .ok, let begun = answer.decode(BrowserLoginContract.LoggedIn.self) else {
            throw BrowserLoginError(answer)
        }
        // Whoever interrupts it now is logged in: the session that has begun is kept.
        let keeping = Task { [beginning, dependencies] () async -> SessionStoreError? in
            do throws(SessionStoreError) {
                try await beginning.begin(
                    StoredSession(user: begun.user, grant: begun.token, receivedAt: dependencies.now()), since: start)
                return nil
            } catch {
                return error
            }
        }
        if let error = await keeping.value {
            throw error.refusal.map { .impossible($0) } ?? .sessionNotStored(Obstacle(error))
        }
        return begun.user
    }
}

/// Lets programs in at the server, by the session of a browser.
struct RemoteProgramAdmission: ProgramAdmitting {
    let server: ServerClient

    func letIn(_ program: ProgramRequest) async throws(BrowserLoginError) -> Secret {
        let wanted = BrowserLoginContract.Program(
            challenge: program.challenge, port: program.port, key: program.key, device: program.device)
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await server.post(BrowserLoginContract.codesPath, json: wanted)
        }
        guard answer.status == .created, let made = answer.decode(BrowserLoginContract.AuthorizationCode.self) else {
            throw BrowserLoginError(answer)
        }
        return made.code
    }
}

private func asked(
    _ ask: () async throws(HTTPTransportError) -> ServerAnswer
) async throws(BrowserLoginError) -> ServerAnswer {
    do throws(HTTPTransportError) {
        return try await ask()
    } catch {
        throw error.mapped(
            cancelled: BrowserLoginError.cancelled, unreachable: BrowserLoginError.connectivity,
            unintelligible: .server, impossible: BrowserLoginError.impossible)
    }
}

extension ServerAnswer {
    /// Whether the server has nothing at the address, as one without this way in.
    fileprivate var isOfNoRoute: Bool { status == .notFound && problem.code == "not_found" }
}

extension BrowserLoginError {
    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer) {
        switch answer.problem.code.flatMap(BrowserLoginContract.Code.init) {
        case .codeRefused: self = .over
        case .emailNotVerified: self = .emailNotVerified
        case .accountSuspended: self = .impossible(.accountSuspended)
        case .insufficientAuthentication:
            let wantsFactor = answer.fields.challenges.contains { $0.parameters["acr_values"] != nil }
            self = wantsFactor ? .factorNeeded : .notRecent
        case nil:
            switch answer.refusal {
            case .session?: self = .notLoggedIn
            case .proof(let code, let text)?: self = .impossible(Obstacle(code: code, text))
            case .route(let obstacle)?: self = .impossible(obstacle)
            case .foreign?, nil:
                switch answer.obstacle {
                case let obstacle? where obstacle.cause == .busy: self = .busy(obstacle.text)
                case let obstacle?: self = .connectivity(obstacle.text)
                case nil: self = .server
                }
            }
        }
    }
}
