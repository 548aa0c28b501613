import AccountsServiceAPI
import BrowserLoginAPI
import BrowserLoginContract
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import PlacesAPI
import Presenting
import ProofOfPossessionServiceAPI
import RateLimitingAPI
import SessionsServiceAPI
import TelemetryAPI

/// Answers what is asked of logging in through a browser elsewhere.
struct DeviceLoginRoutes: Sendable {
    let devices: DeviceLogins
    let accounts: any AccountReading
    let sessions: any RequestAuthenticating
    let issuing: any SessionIssuing
    let ending: any SessionEnding
    /// Counts the codes that a person types.
    let typed: any RateLimiting
    /// Counts the questions of each device, and those with codes of none by their network:
    /// who is at one address with others isn't stopped by them.
    let asked: any RateLimiting
    let locators: @Sendable () -> [any PlaceLocating]
    /// The address under which people reach the server.
    let address: @Sendable () -> String
    /// What people can do.
    let offered: @Sendable () -> [NextStep]
    let logins: any Counter
    let log: Logger
    let now: @Sendable () -> Date

    var all: [Route] {
        [
            Route(
                .post, DeviceLoginContract.path, bodyLimit: 4 * 1_024, limit: RouteLimit("device-logins"),
                repetition: .ownRules, description: .beginDeviceLogin
            ) { try await answered($0, begin) },
            Route(
                .post, DeviceLoginContract.tokenPath, bodyLimit: 4 * 1_024,
                repetition: .ownRules, description: .logInByDeviceCode
            ) { request in
                do {
                    return try await answered(request, logIn)
                } catch {
                    if let problem = error as? HTTPProblem, problem.code != DeviceLoginContract.Code.pending.rawValue {
                        logins.increment(["result": problem.code])
                    }
                    throw error
                }
            },
            decision(DeviceLoginContract.requestPath, .findWaitingDevice, look),
            decision(DeviceLoginContract.approvalPath, .letDeviceIn, letIn),
            decision(DeviceLoginContract.refusalPath, .refuseDevice, refuse),
        ]
    }

    private func decision(
        _ path: String, _ description: @autoclosure @escaping @Sendable () -> RouteDescription,
        _ answer: @escaping @Sendable (ServerRequest, Logger) async throws -> ServerResponse
    ) -> Route {
        Route(
            .post, path, bodyLimit: 1_024, access: .session, limit: RouteLimit("device-login-codes"),
            repetition: .ownRules, description: description()
        ) { try await answered($0, answer) }
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
            case SessionsError.overtaken: throw HTTPProblem.deviceCodeExpired
            case DeviceLogins.Full.network:
                log.warning("too many devices of one network wait for somebody to let them in")
                throw HTTPProblem.tooManyRequests(retryAfter: .seconds(60))
            case is DeviceLogins.Full:
                log.warning("too many devices wait for somebody to let them in")
                throw HTTPProblem.unavailable(retryAfter: .seconds(60))
            default:
                log.failure("could not work on a login of a device", ["reason": "\(error)"])
                throw HTTPProblem.unavailable(retryAfter: .seconds(5))
            }
        }
    }

    // MARK: The device

    private func begin(_ request: ServerRequest, _ log: Logger) async throws -> ServerResponse {
        let wish = try await request.decodeJSON(DeviceLoginContract.Wish.self)
        guard let key = SessionClient(of: request).keyThumbprint else { throw HTTPProblem.proofRequired }
        let codes = try await devices.begin(
            wish.device.flatMap(WaitingDevice.shownName), from: request.peer.ip, with: key)
        log.info("a device waits to be let in")
        let address = address(), base = address.hasSuffix("/") ? String(address.dropLast()) : address
        return try .json(
            DeviceLoginContract.Begun(
                deviceCode: codes.deviceCode, userCode: codes.userCode.spaced,
                page: base + DeviceLoginContract.page, lifetime: Int(DeviceLogins.lifetime),
                interval: DeviceLogins.pause), fields: [.cacheControl: "no-store"])
    }

    private func logIn(_ request: ServerRequest, _ log: Logger) async throws -> ServerResponse {
        let question = try await request.decodeJSON(DeviceLoginContract.Question.self)
        let asking = SessionClient(of: request), name = try await devices.name(of: question.deviceCode)
        let counted = try await asked.admit(name ?? request.peer.ip.client.description)
        guard counted.isAllowed else { throw HTTPProblem.tooManyRequests(retryAfter: .seconds(counted.reset)) }
        switch try await devices.standing(of: question.deviceCode, provedBy: asking.keyThumbprint) {
        case .pending: throw HTTPProblem.authorizationPending
        case .tooFast: throw HTTPProblem.slowDown
        case .refused:
            log.notice("login refused", ["reason": HTTPProblem.deviceRefused.code])
            throw HTTPProblem.deviceRefused
        case .over:
            log.notice("login refused", ["reason": HTTPProblem.deviceCodeExpired.code])
            throw HTTPProblem.deviceCodeExpired
        case .usedAgain(let user, let begun):
            log.warning("a device's code was used again", ["user": user, "session": begun])
            _ = try await ending.endSession(begun, of: user, because: .reuse)
            throw HTTPProblem.deviceCodeExpired
        case .letIn(let device):
            guard let user = try await accounts.account(device.user) else { throw HTTPProblem.deviceCodeExpired }
            let client = SessionClient(of: request, device: device.name)
            let admission = try await issuing.admit(user, vouchedForBy: device.session, by: .device, on: client) {
                session, db in
                try DeviceLogins.use(device, for: session, in: db)
            }
            let session = try await issuing.issueSession(admission, on: client)
            logins.increment(["result": "success"])
            log.info("logged in", ["user": user.id, "session": session.id])
            return try .json(
                BrowserLoginContract.LoggedIn(user: user.told(where: offered()), token: session.grant),
                fields: [.cacheControl: "no-store"])
        }
    }

    // MARK: The person

    /// Each code that is typed counts, right or wrong, so that both take the same work.
    private func code(in request: ServerRequest, of user: UserID, _ log: Logger) async throws -> UserCode? {
        let sent = try await request.decodeJSON(DeviceLoginContract.TypedCode.self)
        let admission = try await typed.admit(user.description)
        guard admission.isAllowed else {
            log.warning("too many codes of devices", ["user": user])
            throw HTTPProblem.tooManyRequests(retryAfter: .seconds(admission.reset))
        }
        return UserCode(sent.userCode)
    }

    /// Who sees a device can let it in, so it takes the same recent proof (RFC 9470): what
    /// is typed then comes back once, and not after it was looked at.
    private func look(_ request: ServerRequest, _ log: Logger) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        try session.require(.one, at: now())
        let code = try await code(in: request, of: session.userID, log)
        guard let device = try await devices.device(with: code, for: session) else { throw unknown(log, session) }
        return try .json(
            DeviceLoginContract.Waiting(
                device: device.device, location: place(of: device.address)?.text(in: request.language),
                address: device.address,
                begunAt: device.begunAt), fields: [.cacheControl: "no-store"])
    }

    private func place(of address: String) -> LocalizedText? {
        guard let address = IPAddress(address) else { return nil }
        for locator in locators() {
            if let place = locator.place(of: address) { return place.name }
        }
        return nil
    }

    /// A session of another device is a way in that stays: it takes a recent proof, and
    /// the gate is asked here as well, so that what it wants is proved in the browser.
    private func letIn(_ request: ServerRequest, _ log: Logger) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        try session.require(.one, at: now())
        guard let user = try await accounts.account(session.userID) else { throw HTTPProblem.authenticationRequired() }
        _ = try await issuing.admit(user, vouchedForBy: session.sessionID, by: .device, on: SessionClient()) { _, _ in
            true
        }
        let code = try await code(in: request, of: user.id, log)
        guard try await devices.letIn(code, by: session) else {
            throw unknown(log, session)
        }
        log.info("a device is let in", ["user": user.id, "session": session.sessionID])
        return .noContent
    }

    private func refuse(_ request: ServerRequest, _ log: Logger) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        let code = try await code(in: request, of: session.userID, log)
        guard try await devices.refuse(code, by: session) else { throw unknown(log, session) }
        log.notice("a device is refused", ["user": session.userID, "session": session.sessionID])
        return .noContent
    }

    private func unknown(_ log: Logger, _ session: AuthenticatedSession) -> HTTPProblem {
        log.notice("no device waits with this code", ["user": session.userID])
        return .unknownUserCode
    }
}

extension HTTPProblem {
    private static func device(
        _ code: DeviceLoginContract.Code, _ title: LocalizedText, _ detail: LocalizedText? = nil,
        status: HTTPStatus = .badRequest
    ) -> HTTPProblem {
        HTTPProblem(status: status, code: code.rawValue, title: title, detail: detail)
    }

    /// 400: nobody decided yet.
    static let authorizationPending = device(
        .pending, LocalizedText(en: "Nobody decided yet.", es: "Nadie ha decidido todavía."))
    /// 400: it asks too often.
    static let slowDown = device(
        .slowDown, LocalizedText(en: "Wait five seconds longer.", es: "Espera cinco segundos más."))
    /// 400: the person refused it.
    static let deviceRefused = device(
        .refused, LocalizedText(en: "The person didn't let the device in.", es: "No se dejó entrar al dispositivo."))
    /// 400: the code is unknown, too old, used, or another key's.
    static let deviceCodeExpired = device(
        .expired, LocalizedText(en: "This code isn't good, or not any more.", es: "Este código no vale, o ya no vale."),
        LocalizedText(
            en: "A code is good once, for ten minutes, and for the key that was proved at the beginning. Begin anew.",
            es: "Un código vale una vez, durante diez minutos y para la clave que se probó al principio. Empieza de "
                + "nuevo."))
    /// 404: nobody waits with this code.
    static let unknownUserCode = device(
        .unknownCode,
        LocalizedText(en: "No device waits with this code.", es: "Ningún dispositivo espera con este código."),
        LocalizedText(
            en: "Compare it with what the device shows. After ten minutes it shows another one.",
            es: "Compáralo con lo que muestra el dispositivo. Después de diez minutos muestra otro."), status: .notFound
    )
}
