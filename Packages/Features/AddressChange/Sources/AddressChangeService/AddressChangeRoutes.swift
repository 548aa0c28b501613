import AccountsServiceAPI
import AddressChangeContract
import CoreModels
import HTTPServingAPI
import HTTPTypes
import Localization
import MailedProofsAPI
import MailedProofsServiceAPI
import Presenting
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Answers `POST /auth/address` and `POST /auth/address/confirmation`.
struct AddressChangeRoutes: Sendable {
    let wishing: AddressWishing
    let change: AddressChange
    let accounts: any AccountReading
    let sessions: any RequestAuthenticating
    /// Those who know states of accounts.
    let states: @Sendable () -> [any AccountStateKnowing]
    /// What people can do.
    let offered: @Sendable () -> [NextStep]

    var all: [Route] {
        [
            Route(
                .post, AddressChangeContract.path, bodyLimit: 4 * 1024, access: .session,
                limit: RouteLimit("address-change"), description: .requestAddressChange
            ) { request in try await answering { try await begin(request) } },
            Route(
                .post, AddressChangeContract.confirmationPath, bodyLimit: 4 * 1024, access: .session,
                limit: RouteLimit("address-change"), description: .confirmAddressChange
            ) { request in try await answering { try await confirm(request) } },
        ]
    }

    private func answering(_ answer: () async throws -> ServerResponse) async throws -> ServerResponse {
        do {
            return try await answer()
        } catch let problem as HTTPProblem {
            throw problem
        } catch {
            change.log.failure("could not change an address", ["reason": "\(error)"])
            throw HTTPProblem.unavailable(retryAfter: .seconds(5))
        }
    }

    private func begin(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        let body = try await request.decodeJSON(AddressChangeContract.Request.self)
        guard let email = EmailAddress(body.email)?.composed else { throw HTTPProblem.invalidData([.invalidEmail]) }
        guard let user = try await accounts.account(session.userID) else { throw HTTPProblem.authenticationRequired() }
        guard email != user.email else { throw HTTPProblem.invalidData([.sameAddress]) }
        try session.require(try await level(for: user, in: session), at: change.now())
        try await wishing.ask(for: email, by: user.id, from: request.origin)
        return try .json(AddressChangeContract.Accepted(), status: .accepted, fields: [.cacheControl: "no-store"])
    }

    /// Where a second factor is in force, a thief of a password gets no further by the
    /// address; nor does whose session is over.
    ///
    /// What is wished is done after the answer. All that comes of it is a code, and only a session that
    /// runs when it is typed can use that.
    private func level(for user: User, in session: AuthenticatedSession) async throws -> AuthenticationLevel {
        let knowing = states()
        return try await change.database.read { db in
            try session.standing.check(in: db)
            return try knowing.levelOfChanges(to: user, in: db)
        }
    }

    /// For how long what was proved before a code was asked for counts while that is looked
    /// for in the mail.
    private static let patience = Duration.seconds(300 + 600)

    /// What a code takes is asked again: a second factor may be in force since.
    private func confirm(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        let body = try await request.decodeJSON(AddressChangeContract.Confirmation.self)
        guard let code = body.code.withText({ $0.flatMap { MailedCode($0) } }) else {
            throw HTTPProblem.invalidData([.malformedCode])
        }
        guard let user = try await accounts.account(session.userID) else { throw HTTPProblem.authenticationRequired() }
        try session.require(try await level(for: user, in: session), at: change.now(), within: Self.patience)
        switch try await change.confirm(code, in: session, from: request.origin) {
        case .changed(let user, let device, let end):
            return try .json(
                AddressChangeContract.Changed(
                    user: user.told(where: offered()), deviceToken: device, undoUntil: end),
                fields: [.cacheControl: "no-store"])
        case .refused(.expired): throw HTTPProblem.expiredCode
        // A code that was used is like any other: what becomes of it mustn't depend on
        // whether the address that was asked for later belongs to somebody.
        case .refused: throw HTTPProblem.wrongCode
        }
    }
}

extension FieldProblem {
    private typealias Code = AddressChangeContract.FieldCode

    static let invalidEmail = FieldProblem(
        pointer: "/email", code: Code.invalidEmail.rawValue, reason: MailedProofTexts.invalidEmail)

    static let sameAddress = FieldProblem(
        pointer: "/email", code: Code.sameAddress.rawValue,
        reason: LocalizedText(en: "That is your address already.", es: "Esa ya es tu dirección."))

    static let malformedCode = FieldProblem(
        pointer: "/code", code: Code.invalidCode.rawValue, reason: MailedProofTexts.invalidCode)
}

extension HTTPProblem {
    private typealias Code = AddressChangeContract.Code

    /// 429: the account asked for too many codes.
    static func tooManyChanges(retryAfter: Duration) -> HTTPProblem {
        .tooManyRequests(code: Code.tooManyChanges.rawValue, retryAfter: retryAfter)
    }

    /// 422: the code isn't the one that was sent last, or was tried too often.
    static let wrongCode = HTTPProblem(
        status: .unprocessableContent, code: Code.invalidCode.rawValue, title: MailedProofTexts.wrongCode,
        detail: MailedProofTexts.askForAnother)

    /// 410: the code is too old.
    static let expiredCode = HTTPProblem(
        status: .gone, code: Code.codeExpired.rawValue, title: MailedProofTexts.expiredCode,
        detail: MailedProofTexts.askForAnother)
}
