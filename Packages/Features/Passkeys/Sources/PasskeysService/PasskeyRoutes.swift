import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import PasskeysContract
import Presenting
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Answers what is asked of passkeys.
struct PasskeyRoutes: Sendable {
    /// nil where browsers have no passkeys for the address of the server.
    let desk: PasskeyDesk?
    let accounts: any AccountReading
    /// Those who know whether a second factor is in force.
    let states: @Sendable () -> [any AccountStateKnowing]
    let sessions: any RequestAuthenticating
    let issuing: any SessionIssuing
    let reauthentication: any SessionReauthenticating
    /// What people can do.
    let offered: @Sendable () -> [NextStep]
    let logins: any Counter
    let log: Logger
    let now: @Sendable () -> Date

    var all: [Route] {
        [
            route(.get, PasskeysContract.passkeysPath, .session, .listPasskeys, list),
            route(.post, PasskeysContract.makingPath, .session, .askForPasskey, askForOne),
            route(.post, PasskeysContract.passkeysPath, .session, .addPasskey, add),
            route(.post, PasskeysContract.namePath, .session, .renamePasskey, rename),
            route(.delete, PasskeysContract.passkeyPath, .session, .removePasskey, remove),
            route(.post, PasskeysContract.loginQuestionPath, .everybody, .askToLogIn, askToLogIn),
            route(.post, PasskeysContract.loginPath, .everybody, .logInWithPasskey, logIn),
            route(.post, PasskeysContract.authenticationQuestionPath, .session, .askAgain, askAgain),
            route(.post, PasskeysContract.authenticationPath, .session, .authenticateWithPasskey, authenticate),
        ]
    }

    private func route(
        _ method: HTTPMethod, _ path: String, _ access: RouteAccess, _ description: RouteDescription,
        _ answer: @escaping @Sendable (ServerRequest, PasskeyDesk, Logger) async throws -> ServerResponse
    ) -> Route {
        let asks = path.hasSuffix("/question"), hasBody = method == .post && !asks
        return Route(
            method, path, bodyLimit: hasBody ? 16 * 1_024 : 0, access: access,
            // Who logs in is asked each time somebody looks at the page.
            limit: method == .get
                ? nil : asks ? RouteLimit("passkey-questions", requests: 300) : RouteLimit("passkeys"),
            repetition: asks ? .ownRules : .answeredAgain, description: description
        ) { request in
            let log = log.with(["peer": "\(request.peer.ip)", "agent": request.fields[.userAgent]])
            guard let desk else { throw HTTPProblem.passkeysUnavailable }
            do {
                return try await answer(request, desk, log)
            } catch {
                throw refused(error, path, log)
            }
        }
    }

    private func refused(_ error: any Error, _ path: String, _ log: Logger) -> HTTPProblem {
        let problem = HTTPProblem(refusing: error)
        if path == PasskeysContract.loginPath { logins.increment(["result": problem.code]) }
        if problem.status.rawValue >= 500 {
            log.failure("could not work on a passkey", ["reason": "\(error)"])
        } else if error is CeremonyFailure || error is PasskeyDesk.Refusal {
            log.notice("a passkey was refused", ["reason": "\(error)"])
        }
        return problem
    }

    // MARK: A person's passkeys

    private func list(_ request: ServerRequest, _ desk: PasskeyDesk, _ log: Logger) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        let rows = try await desk.passkeys(of: session.userID)
        return try Self.private(PasskeysContract.Passkeys(passkeys: rows.map(\.told)))
    }

    /// Whoever made an account with somebody else's address would stay in by a passkey
    /// when that person takes it back.
    private func askForOne(
        _ request: ServerRequest, _ desk: PasskeyDesk, _ log: Logger
    ) async throws -> ServerResponse {
        let session = try await sessions.requireVerifiedSession(request)
        let user = try await requireProof(in: session, desk)
        return try Self.private(try await desk.makingQuestion(for: user, in: session.sessionID))
    }

    /// Only who was asked has what to answer, so the proof was recent enough; but a second
    /// factor may be in force since.
    private func add(_ request: ServerRequest, _ desk: PasskeyDesk, _ log: Logger) async throws -> ServerResponse {
        let session = try await sessions.requireVerifiedSession(request)
        _ = try await requireProof(in: session, within: .seconds(300 + Challenges.lifetime), desk)
        let addition = try await request.decodeJSON(PasskeysContract.Addition.self)
        let name = try Self.name(addition.name)
        let row = try await desk.add(addition.credential, named: name, in: session, from: request.peer.ip)
        return try Self.private(row.told, status: .created)
    }

    /// A passkey proves two things by itself: whoever got in without the second factor could
    /// have that lifted by one.
    private func requireProof(
        in session: AuthenticatedSession, within age: Duration = .seconds(300), _ desk: PasskeyDesk
    ) async throws -> User {
        guard let user = try await accounts.account(session.userID) else { throw HTTPProblem.authenticationRequired() }
        let knowing = states()
        let level = try await desk.database.read { db in try knowing.levelOfChanges(to: user, in: db) }
        try session.require(level, at: now(), within: age)
        return user
    }

    private func rename(_ request: ServerRequest, _ desk: PasskeyDesk, _ log: Logger) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        // A stranger's device doesn't call its owner's passkeys by other names.
        try session.requireProofHere()
        let name = try Self.name(try await request.decodeJSON(PasskeysContract.Renaming.self).name)
        return try await Self.known(request) { id in
            try Self.private(try await desk.rename(id, to: name, in: session).told)
        }
    }

    private func remove(_ request: ServerRequest, _ desk: PasskeyDesk, _ log: Logger) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        _ = try await requireProof(in: session, desk)
        return try await Self.known(request) { id in
            try await desk.remove(id, in: session, from: request.peer.ip)
            return .noContent
        }
    }

    /// Does something with the passkey that the path names.
    private static func known(
        _ request: ServerRequest, _ body: (PasskeyID) async throws -> ServerResponse
    ) async throws -> ServerResponse {
        guard let id = request.pathParameters["id"].flatMap({ PasskeyID($0) }) else { throw HTTPProblem.unknownPasskey }
        do {
            return try await body(id)
        } catch PasskeyDesk.Refusal.unknown {
            throw HTTPProblem.unknownPasskey
        }
    }

    private static func name(_ text: String) throws(HTTPProblem) -> String {
        guard let name = ReadableText.composed(text), ReadableText.isLabel(name),
            name.count <= PasskeysContract.nameLimit, name.utf8.count <= 4 * PasskeysContract.nameLimit
        else { throw .invalidData([.invalidName]) }
        return name
    }

    // MARK: Logging in

    private func askToLogIn(
        _ request: ServerRequest, _ desk: PasskeyDesk, _ log: Logger
    ) async throws -> ServerResponse {
        try Self.private(try await desk.answerQuestion(for: .login))
    }

    private func logIn(_ request: ServerRequest, _ desk: PasskeyDesk, _ log: Logger) async throws -> ServerResponse {
        try issuing.checkProof(of: request)
        let login = try await request.decodeJSON(PasskeysContract.Login.self)
        let proof = try await desk.prove(login.credential, for: .login)
        let client = SessionClient(of: request, device: login.device)
        let origin = SessionOrigin(way: "\(proof.passkey)")
        let admission = try await issuing.admit(
            proof.user, by: .passkey, from: origin, on: client, since: proof.askedAt
        ) { db in try proof.use(db) }
        let session = try await issuing.issueSession(admission, on: client)
        logins.increment(["result": "success"])
        log.info("logged in", ["user": proof.user.id, "session": session.id, "passkey": proof.passkey])
        return try Self.private(
            PasskeysContract.LoggedIn(
                user: proof.user.told(where: offered()), token: session.grant, keepsAccount: session.keepsAccount))
    }

    // MARK: Proving once more who one is

    private func askAgain(_ request: ServerRequest, _ desk: PasskeyDesk, _ log: Logger) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        return try Self.private(try await desk.answerQuestion(for: .authentication(session.sessionID)))
    }

    private func authenticate(
        _ request: ServerRequest, _ desk: PasskeyDesk, _ log: Logger
    ) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request), reauthentication = reauthentication
        let credential = try await request.decodeJSON(PasskeysContract.Authentication.self).credential
        let proof = try await desk.prove(
            credential, for: .authentication(session.sessionID), as: session.userID)
        let authentication = Authentication(WayIn.passkey.methods, at: now())
        let isUsed = try await desk.database.write { db in
            try session.standing.check(in: db)
            guard try proof.use(db) else { return false }
            try reauthentication.record(authentication, in: session.sessionID, db)
            return true
        }
        guard isUsed else { throw PasskeyDesk.Refusal.unknown }
        return .noContent
    }

    private static func `private`(_ value: some Encodable, status: HTTPStatus = .ok) throws -> ServerResponse {
        try .json(value, status: status, fields: [.cacheControl: "no-store"])
    }
}

extension PasskeyRow {
    fileprivate var told: PasskeysContract.Passkey {
        PasskeysContract.Passkey(
            id: id, name: name, madeAt: madeAt, usedAt: usedAt, isBackedUp: isBackedUp, copySeenAt: copySeenAt)
    }
}
