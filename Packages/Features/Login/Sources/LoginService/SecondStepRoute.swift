import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import LoginContract
import LoginServiceAPI
import Presenting
import SessionsServiceAPI
import TelemetryAPI

/// Answers `POST /auth/login/code`: the second step of logging in, and who can't
/// do it any more.
struct SecondStepRoute: Sendable {
    let tickets: LoginTickets
    let accounts: any AccountReading
    let issuing: any SessionIssuing
    let lockout: LoginLockout
    let checkers: @Sendable () -> [any SecondFactorChecking]
    /// What people can do.
    let offered: @Sendable () -> [NextStep]
    /// Who hears of those that come to nothing.
    let observers: @Sendable () -> [any LoginObserving]
    let logins: any Counter
    let log: Logger

    var all: [Route] {
        [
            Route(
                .post, LoginContract.codePath, bodyLimit: 4 * 1024, limit: RouteLimit("login"),
                description: .proveFactor
            ) { try await prove($0) },
            Route(
                .post, LoginContract.lossPath, bodyLimit: 4 * 1024, limit: RouteLimit("login"),
                description: .reportFactorLoss
            ) { try await reportLoss($0) },
            Route(
                .post, LoginContract.lossQuestionPath, bodyLimit: 4 * 1024, limit: RouteLimit("login"),
                repetition: .ownRules, description: .foreseeFactorLoss
            ) { try await foreseeLoss($0) },
        ]
    }

    private func prove(_ request: ServerRequest) async throws -> ServerResponse {
        try issuing.checkProof(of: request)
        let step = try await request.decodeJSON(LoginContract.SecondStep.self)
        let log = log.with(["peer": "\(request.peer.ip)", "agent": request.fields[.userAgent]])
        do {
            let (ticket, user, checker) = try await first(step.ticket, of: request)
            // Whoever replaces the password from here on ends it with the ticket.
            let deviceToken = try await lockout.issueToken(for: user.email)
            let check = try await checker.check(step.code, of: user, after: ticket.firstStep) { use in
                try await begin(ticket, of: user, on: SessionClient(of: request, device: ticket.device), use)
            }
            switch check {
            case .done(let session):
                logins.increment(["result": "success"])
                log.info("logged in", ["user": user.id, "session": session.id])
                return try .json(
                    LoginContract.LoggedIn(
                        user: user.told(where: offered()), token: session.grant, deviceToken: deviceToken,
                        accountKept: session.keepsAccount),
                    fields: [.cacheControl: "no-store"])
            case .wrong: throw await told(.wrongCode, user, ticket, request)
            case .locked(let seconds): throw await told(.accountLocked(for: seconds), user, ticket, request)
            }
        } catch {
            throw problem(for: error, log)
        }
    }

    /// What is answered, once observers have heard of it.
    private func told(
        _ problem: HTTPProblem, _ user: User, _ ticket: LoginTicket, _ request: ServerRequest
    ) async -> HTTPProblem {
        await observers().tell(
            of: problem, to: .account(user.id), on: SessionClient(of: request, device: ticket.device))
        return problem
    }

    /// The first step, who did it, and who checks the second.
    private func first(
        _ ticket: Secret, of request: ServerRequest
    ) async throws -> (ticket: LoginTicket, user: User, checker: any SecondFactorChecking) {
        guard let ticket = try await tickets.find(ticket, on: SessionClient(of: request)),
            let user = try await accounts.account(ticket.user), let checker = checkers().first
        else { throw HTTPProblem.loginExpired }
        return (ticket, user, checker)
    }

    /// Whoever says so knows the password: the person has some days to take it back.
    private func reportLoss(_ request: ServerRequest) async throws -> ServerResponse {
        try issuing.checkProof(of: request)
        let loss = try await request.decodeJSON(LoginContract.Loss.self)
        let log = log.with(["peer": "\(request.peer.ip)", "agent": request.fields[.userAgent]])
        do {
            let (ticket, user, checker) = try await first(loss.ticket, of: request)
            let end = try await checker.reportLoss(of: user) { db in try LoginTickets.isGood(ticket, in: db) }
            guard let end else { throw HTTPProblem.loginExpired }
            return try .json(
                LoginContract.LossReported(factorEndsAt: end), status: .accepted, fields: [.cacheControl: "no-store"])
        } catch {
            throw problem(for: error, log)
        }
    }

    /// What saying so would do, before anybody does.
    private func foreseeLoss(_ request: ServerRequest) async throws -> ServerResponse {
        try issuing.checkProof(of: request)
        let loss = try await request.decodeJSON(LoginContract.Loss.self)
        do {
            let (_, user, checker) = try await first(loss.ticket, of: request)
            guard let end = try await checker.foreseeLoss(of: user) else { throw HTTPProblem.loginExpired }
            return try .json(LoginContract.LossReported(factorEndsAt: end), fields: [.cacheControl: "no-store"])
        } catch {
            throw problem(for: error, log.with(["peer": "\(request.peer.ip)"]))
        }
    }

    /// Begins the session with what was proved in both steps, each of which is
    /// used up with that.
    private func begin(
        _ ticket: LoginTicket, of user: User, on client: SessionClient, _ factor: FactorUse
    ) async throws -> IssuedSession? {
        do {
            let admission = try await issuing.admit(
                user, by: ticket.way, confirmedBy: factor.method, from: ticket.origin, on: client
            ) { db in
                guard try LoginTickets.use(ticket, in: db) else { throw HTTPProblem.loginExpired }
                return try factor.use(db)
            }
            return try await issuing.issueSession(admission, on: client)
        } catch SessionsError.overtaken {
            return nil
        }
    }

    private func problem(for error: any Error, _ log: Logger) -> HTTPProblem {
        let problem: HTTPProblem
        switch error {
        case let known as HTTPProblem: problem = known
        case is FactorStays: problem = .factorStays
        case let refusal as TooManyLosses: problem = .tooManyLosses(retryAfter: .seconds(refusal.reset))
        case SessionsError.proofRefused(let known), SessionsError.notAdmitted(let known): problem = known
        default:
            log.failure("could not finish a login", ["reason": "\(error)"])
            problem = .unavailable(retryAfter: .seconds(5))
        }
        logins.increment(["result": problem.code])
        log.notice("login refused", ["reason": problem.code])
        return problem
    }
}

extension HTTPProblem {
    /// 401: the code is wrong, or was used before; the ticket is still good.
    static let wrongCode = HTTPProblem(
        status: .unauthorized, code: LoginContract.Code.wrongCode.rawValue,
        title: LocalizedText(en: "The code is wrong.", es: "El código no es correcto."),
        detail: LocalizedText(
            en: "Each code counts once. Wait for the next one, or use a recovery code.",
            es: "Cada código vale una vez. Espera al siguiente o usa un código de recuperación."))

    /// 403: only the operator takes a factor away.
    static let factorStays = HTTPProblem(
        status: .forbidden, code: LoginContract.Code.factorStays.rawValue,
        title: LocalizedText(
            en: "Here only the operator takes a lost second factor away.",
            es: "Aquí solo quien administra el servidor quita un segundo factor perdido."),
        detail: LocalizedText(en: "Write to whoever runs the server.", es: "Escribe a quien administra el servidor."))

    /// 429: it was said too often, and taken back each time.
    static func tooManyLosses(retryAfter: Duration) -> HTTPProblem {
        var problem = HTTPProblem.tooManyRequests(
            code: LoginContract.Code.tooManyLosses.rawValue, retryAfter: retryAfter,
            detail: LocalizedText(
                en: "Nothing was noted. Prove the second factor, set another password by mail, or say it again later.",
                es: "No se anotó nada. Demuestra el segundo factor, pon otra contraseña por correo o dilo más tarde."))
        problem.title = LocalizedText(
            en: "It was said too often that the second factor is lost, and taken back.",
            es: "Se dijo demasiadas veces que el segundo factor se perdió, y se anuló.")
        return problem
    }

    /// 401: the first step is over, and has to be done again.
    static let loginExpired = HTTPProblem(
        status: .unauthorized, code: LoginContract.Code.loginExpired.rawValue,
        title: LocalizedText(en: "This login took too long.", es: "Este inicio de sesión tardó demasiado."),
        detail: LocalizedText(en: "Log in again.", es: "Vuelve a iniciar sesión."))
}
