import AccountsServiceAPI
import BrowserLoginAPI
import BrowserLoginContract
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import Presenting
import SessionsServiceAPI
import TelemetryAPI

/// Answers what is asked of logging in through the browser.
struct BrowserLoginRoutes: Sendable {
    let codes: LoginCodes
    let accounts: any AccountReading
    let sessions: any RequestAuthenticating
    let issuing: any SessionIssuing
    let ending: any SessionEnding
    /// The address under which people reach the server, and the issuer of its tokens.
    let address: @Sendable () -> String
    /// What people can do.
    let offered: @Sendable () -> [NextStep]
    let logins: any Counter
    let log: Logger
    let now: @Sendable () -> Date

    var all: [Route] {
        [
            Route(.get, BrowserLoginContract.path, bodyLimit: 0, description: .findAuthorizationPage) { _ in
                let issuer = address(), base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
                return try .json(
                    BrowserLoginContract.Way(issuer: issuer, page: base + BrowserLoginContract.page),
                    fields: [.cacheControl: "no-store"])
            },
            Route(
                .post, BrowserLoginContract.codesPath, bodyLimit: 4 * 1_024, access: .session,
                limit: RouteLimit("browser-login-codes"), repetition: .ownRules, description: .letProgramIn
            ) { try await answered($0, letIn) },
            Route(
                .post, BrowserLoginContract.path, bodyLimit: 4 * 1_024, limit: RouteLimit("browser-login"),
                description: .logInByBrowser
            ) { request in
                do {
                    return try await answered(request, logIn)
                } catch {
                    if let problem = error as? HTTPProblem { logins.increment(["result": problem.code]) }
                    throw error
                }
            },
        ]
    }

    private func answered(
        _ request: ServerRequest, _ answer: (ServerRequest, Logger) async throws -> ServerResponse
    ) async throws -> ServerResponse {
        let log = log.with(["peer": "\(request.peer.ip)", "agent": request.fields[.userAgent]])
        do {
            return try await answer(request, log)
        } catch {
            switch error {
            case let problem as HTTPProblem: throw problem
            case SessionsError.proofRefused(let problem), SessionsError.notAdmitted(let problem): throw problem
            // The code was used meanwhile, or the session that let it in is over.
            case SessionsError.overtaken: throw HTTPProblem.codeRefused
            default:
                log.failure("could not work on a login through the browser", ["reason": "\(error)"])
                throw HTTPProblem.unavailable(retryAfter: .seconds(5))
            }
        }
    }

    /// A session of another device is a way in that stays, so it takes a recent proof, as
    /// all that adds one (RFC 9470), and the gate is asked here as well: what it wants is
    /// proved in the browser.
    private func letIn(_ request: ServerRequest, _ log: Logger) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        let program = try await request.decodeJSON(BrowserLoginContract.Program.self)
        guard
            let wanted = ProgramRequest(
                challenge: program.challenge, state: program.challenge, port: program.port, key: program.key,
                device: program.device)
        else { throw HTTPProblem.invalidData([.invalidProgram]) }
        try session.require(.one, at: now())
        guard let user = try await accounts.account(session.userID) else { throw HTTPProblem.authenticationRequired() }
        _ = try await issuing.admit(user, vouchedForBy: session.sessionID, by: .browser, on: SessionClient()) { _, _ in
            true
        }
        let code = try await codes.make(
            for: BrowserLoginContract.Program(
                challenge: wanted.challenge, port: wanted.port, key: wanted.key, device: wanted.device),
            in: session)
        log.info("a program is let in", ["user": user.id, "session": session.sessionID])
        return try .json(
            BrowserLoginContract.AuthorizationCode(code: code), status: .created, fields: [.cacheControl: "no-store"])
    }

    private func logIn(_ request: ServerRequest, _ log: Logger) async throws -> ServerResponse {
        try issuing.checkProof(of: request)
        let exchange = try await request.decodeJSON(BrowserLoginContract.Exchange.self)
        let asking = SessionClient(of: request)
        guard let code = try await codes.find(exchange, provedBy: asking.keyThumbprint) else {
            log.notice("login refused", ["reason": HTTPProblem.codeRefused.code])
            throw HTTPProblem.codeRefused
        }
        if let begun = code.begun {
            log.warning("a login code was used again", ["user": code.user, "session": begun])
            _ = try await ending.endSession(begun, of: code.user, because: .reuse)
            throw HTTPProblem.codeRefused
        }
        guard let user = try await accounts.account(code.user) else { throw HTTPProblem.codeRefused }
        let client = SessionClient(of: request, device: code.device)
        let admission = try await issuing.admit(user, vouchedForBy: code.session, by: .browser, on: client) {
            session, db in
            try LoginCodes.use(code, for: session, in: db)
        }
        let session = try await issuing.issueSession(admission, on: client)
        logins.increment(["result": "success"])
        log.info("logged in", ["user": user.id, "session": session.id])
        return try .json(
            BrowserLoginContract.LoggedIn(user: user.told(where: offered()), token: session.grant),
            fields: [.cacheControl: "no-store"])
    }
}

extension HTTPProblem {
    /// 401: the code is unknown, too old, used, or another program's.
    static let codeRefused = HTTPProblem(
        status: .unauthorized, code: BrowserLoginContract.Code.codeRefused.rawValue,
        title: LocalizedText(
            en: "This code isn't good, or not any more.", es: "Este código no vale, o ya no vale."),
        detail: LocalizedText(
            en: "A code is good once, for a minute, and for the program for which it was made. Begin anew.",
            es: "Un código vale una vez, durante un minuto y para el programa para el que se hizo. Empieza de nuevo."))
}

extension FieldProblem {
    /// A challenge, a port or a key that can't be.
    static let invalidProgram = FieldProblem(
        pointer: "", code: "invalid_program",
        reason: LocalizedText(
            en: "A program has a SHA-256 digest as challenge and as key each, and a port from 1024 on.",
            es: "Un programa tiene un resumen SHA-256 como reto y otro como clave, y un puerto a partir del 1024."))
}
