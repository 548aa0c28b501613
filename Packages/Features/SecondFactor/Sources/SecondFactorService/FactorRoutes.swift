import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import LoginServiceAPI
import SQLStoreAPI
import SecondFactorContract
import SessionsServiceAPI
import TelemetryAPI

/// Answers what people ask about their second factors, and lets them prove once
/// more who they are.
///
/// What changes a factor wants a recent authentication; what takes one away,
/// with the factor itself.
struct FactorRoutes: Sendable {
    let desk: FactorDesk
    let accounts: any AccountReading
    let sessions: any RequestAuthenticating
    let passwords: any PasswordConfirming
    /// Counts an account's passwords, which are one or none.
    let passwordWays: any WayInCounting
    /// Who hears of codes that came to nothing.
    let observers: @Sendable () -> [any LoginObserving]

    /// How authenticators name the account's place.
    private static let product = "Essential"

    var all: [Route] {
        [
            route(.get, SecondFactorContract.factorsPath, .listFactors, list),
            route(.post, SecondFactorContract.authenticatorPath, .addAuthenticator, begin),
            route(.post, SecondFactorContract.confirmationPath, .confirmAuthenticator, confirm),
            route(.delete, SecondFactorContract.authenticatorPath, .removeAuthenticator, remove),
            route(.post, SecondFactorContract.codesPath, .makeRecoveryCodes, renewCodes),
            route(.delete, SecondFactorContract.lossPath, .takeBackFactorLoss, takeBackLoss),
            route(.post, SecondFactorContract.authenticationPath, .authenticateAgain, authenticate),
        ]
    }

    private func route(
        _ method: HTTPMethod, _ path: String, _ description: RouteDescription,
        _ answer: @escaping @Sendable (ServerRequest) async throws -> ServerResponse
    ) -> Route {
        Route(
            method, path, bodyLimit: method == .post ? 4 * 1024 : 0, access: .session,
            limit: method == .get ? nil : RouteLimit("second-factor"), description: description
        ) { request in
            do {
                return try await answer(request)
            } catch let problem as HTTPProblem {
                throw problem
            } catch {
                desk.log.failure("could not work on a second factor", ["reason": "\(error)"])
                throw HTTPProblem.unavailable(retryAfter: .seconds(5))
            }
        }
    }

    private func list(_ request: ServerRequest) async throws -> ServerResponse {
        let user = try await sessions.requireSession(request).userID, now = desk.now()
        let factors = try await desk.database.read { db in
            let hasPassword = try passwordWays.countWays(into: user, in: db) > 0
            guard let since = try AuthenticatorRow.find(user, at: now, in: db)?.confirmedAt else {
                return SecondFactorContract.Factors(
                    authenticatorSince: nil, recoveryCodesLeft: 0, endsAt: nil, password: hasPassword)
            }
            return SecondFactorContract.Factors(
                authenticatorSince: since, recoveryCodesLeft: try RecoveryCodeRow.left(of: user, in: db),
                endsAt: try LossRow.end(for: user, in: db), password: hasPassword)
        }
        return try .json(factors, fields: [.cacheControl: "no-store"])
    }

    /// Whoever made an account with somebody else's address would keep that person out by a
    /// factor, also once they have another password.
    private func begin(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireVerifiedSession(request)
        try session.require(.one, at: desk.now())
        let user = try await user(of: session)
        guard let secret = try await desk.begin(in: session) else { throw HTTPProblem.factorInForce }
        let text = unsafe secret.withUnsafeBytes { unsafe Secret(Base32.encode($0)) }
        return try .json(
            SecondFactorContract.Setup(secret: text, uri: Self.address(of: text, for: user)), status: .created,
            fields: [.cacheControl: "no-store"])
    }

    private func confirm(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireVerifiedSession(request)
        try session.require(.one, at: desk.now())
        let user = try await user(of: session)
        let code = try await request.decodeJSON(SecondFactorContract.Confirmation.self).code
        switch try await desk.confirm(with: code, of: user, in: session) {
        case .inForce(let codes): return try Self.shown(codes)
        case .wrong: throw await told(.wrongCode, session, request)
        case .nothingToConfirm: throw HTTPProblem.noFactor
        }
    }

    private func remove(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request), user = try await user(of: session)
        // There is nothing to guard where nothing is.
        guard
            try await desk.database.read({ db in try AuthenticatorRow.isInForce(for: user.id, at: desk.now(), in: db) })
        else {
            return .noContent
        }
        try session.require(.two, at: desk.now())
        try await desk.remove(of: user, in: session)
        return .noContent
    }

    private func renewCodes(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request), user = try await user(of: session)
        guard
            try await desk.database.read({ db in try AuthenticatorRow.isInForce(for: user.id, at: desk.now(), in: db) })
        else {
            throw HTTPProblem.noFactor
        }
        try session.require(.two, at: desk.now())
        guard let codes = try await desk.renewRecoveryCodes(of: user, in: session) else { throw HTTPProblem.noFactor }
        return try Self.shown(codes)
    }

    /// Whoever has a session keeps the factor: that asks for no recent proof.
    ///
    /// A device that a typed code let in may be a stranger's, who would keep out a person
    /// that lost it.
    private func takeBackLoss(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        try session.requireProofHere(or: .two)
        try await desk.takeBackLoss(of: try await user(of: session), in: session)
        return .noContent
    }

    private func user(of session: AuthenticatedSession) async throws -> User {
        guard let user = try await accounts.account(session.userID) else {
            throw HTTPProblem.authenticationRequired()
        }
        return user
    }

    private static func shown(_ codes: [Secret]) throws -> ServerResponse {
        try .json(SecondFactorContract.RecoveryCodes(codes: codes), fields: [.cacheControl: "no-store"])
    }

    /// The address that authenticators read from a QR code.
    ///
    /// A mail address that makes it too long for a terminal is left out.
    private static func address(of secret: Secret, for user: User) -> Secret {
        let email = user.email.description.utf8.map { byte in
            let isPlain =
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-._~".utf8.contains(byte)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + String(0x100 + Int(byte), radix: 16).uppercased().suffix(2)
        }.joined()
        let label = email.count <= 120 ? "\(product):\(email)" : product
        return Secret(
            Array("otpauth://totp/\(label)?secret=".utf8) + (unsafe secret.withUnsafeBytes { unsafe Array($0) })
                + Array("&issuer=\(product)".utf8))
    }

    private func authenticate(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request), user = try await user(of: session)
        let body = try await request.decodeJSON(SecondFactorContract.Authentication.self)
        // Nothing that is sent is wrong then, and nothing is counted.
        guard try await desk.database.read({ db in try passwordWays.countWays(into: user.id, in: db) > 0 }) else {
            throw HTTPProblem.noPassword
        }
        let confirmed = try await passwords.confirm(
            body.password, of: user, in: session.sessionID, from: request.peer.ip,
            with: request.fields[.userAgent])
        switch confirmed {
        case .checked(.accepted): break
        case .checked(.rejected): throw HTTPProblem.wrongPassword
        case .locked(let seconds): throw HTTPProblem.locked(for: seconds)
        }
        let id = session.sessionID, reauthentication = desk.reauthentication, now = desk.now()
        guard
            try await desk.database.read({ db in try AuthenticatorRow.isInForce(for: user.id, at: desk.now(), in: db) })
        else {
            try await desk.database.write { db in
                try session.standing.check(in: db)
                try desk.endLost(of: user.id, at: now, in: db)
                try reauthentication.record(Authentication([.password], at: now), in: id, db)
            }
            return .noContent
        }
        guard let code = body.code else { throw HTTPProblem.secondFactorRequired }
        let check = try await desk.check(code, of: user, after: .session) { use -> Void? in
            let isUsed = try await desk.database.write { db in
                try session.standing.check(in: db)
                guard try use.use(db) else { return false }
                try reauthentication.record(Authentication([.password, use.method], at: now), in: id, db)
                return true
            }
            return isUsed ? () : nil
        }
        switch check {
        case .done: return .noContent
        case .wrong: throw await told(.wrongCode, session, request)
        case .locked(let seconds): throw await told(.locked(for: seconds), session, request)
        }
    }

    /// What is answered, once observers have heard of a code that came to nothing.
    private func told(
        _ problem: HTTPProblem, _ session: AuthenticatedSession, _ request: ServerRequest
    ) async -> HTTPProblem {
        let event = LoginEvent(
            .account(session.userID), on: SessionClient(of: request), in: session.sessionID, because: problem.code,
            isLocked: problem.status == .tooManyRequests)
        for observer in observers() { await observer.observe(event) }
        return problem
    }
}
