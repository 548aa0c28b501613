import AccountsContract
import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import Presenting
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Answers `GET /auth/me` and `PUT /auth/me/name`.
struct AccountRoutes: Sendable {
    let accounts: AccountDirectory
    let authentication: any RequestAuthenticating
    let database: any SQLDatabase
    /// The accounts of those who ask as they are sent, until something is
    /// committed.
    let answers: CommittedCache<UserID, Data>
    /// What people can do.
    let offered: @Sendable () -> [NextStep]
    let logger: Logger

    var me: Route {
        Route(.get, AccountsContract.mePath, access: .session, description: .getAccount) { request in
            let session = try await authentication.requireSession(request)
            let mark = database.changeMark
            if let body = answers.value(for: session.userID, at: mark) { return Self.answer(body) }
            guard let user = try await account(session.userID) else {
                // Deleted while its session was still known.
                throw HTTPProblem.authenticationRequired()
            }
            let body = try WireCoding.encoder().encode(user.told(where: offered()))
            answers.keep(body, for: session.userID, at: mark)
            return Self.answer(body)
        }
    }

    var name: Route {
        Route(
            .put, AccountsContract.namePath, bodyLimit: 4 * 1024, access: .session, limit: RouteLimit("account-name"),
            description: .putName
        ) { request in
            let session = try await authentication.requireSession(request)
            // Nobody is called otherwise by a device that may be a stranger's.
            try session.requireProofHere()
            let name = try Self.name(try await request.decodeJSON(AccountsContract.Name.self))
            let user = try await unlessUnavailable { try await accounts.rename(to: name, in: session) }
            guard let user else { throw HTTPProblem.authenticationRequired() }
            return Self.answer(try WireCoding.encoder().encode(user.told(where: offered())))
        }
    }

    private static func name(_ sent: AccountsContract.Name) throws(HTTPProblem) -> PersonName {
        do throws(PersonName.Problem) {
            return try PersonName(sent.name)
        } catch {
            throw .invalidData([.name(error)])
        }
    }

    private static func answer(_ body: Data) -> ServerResponse {
        .bytes(body, type: .json, fields: [.cacheControl: "no-store"])
    }

    private func account(_ id: UserID) async throws(HTTPProblem) -> User? {
        try await unlessUnavailable { try await accounts.account(id) }
    }

    private func unlessUnavailable<Value>(
        _ body: () async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        do {
            return try await body()
        } catch let problem as HTTPProblem {
            throw problem
        } catch {
            logger.failure("could not read or change an account", ["reason": "\(AccountsError(error))"])
            throw .unavailable(code: AccountsContract.Code.unavailable.rawValue, retryAfter: .seconds(5))
        }
    }
}

extension RouteDescription {
    fileprivate static var getAccount: RouteDescription {
        RouteDescription(
            "getAccount", .accounts, "The account of who asks",
            answers: [.ok("The account.", .user, example: .user()), .unavailable])
    }

    fileprivate static var putName: RouteDescription {
        RouteDescription(
            "putName", .accounts, "Change one's name",
            """
            It shows at once, also at what is published already. A device that a typed code let in changes it only once
            its person proved who they are there.
            """,
            body: .json(Schema.object(.required("name", .string)).named("AccountName"), example: ["name": "Ana María"]),
            answers: [
                .ok("The account with its new name.", .user, example: .user()), .insufficientAuthentication,
                .invalidData(
                    .invalidData([.name(.unfit)]),
                    "Nothing of the name would show, or it is too long, or holds control characters.",
                    codes: .codes(of: AccountsContract.FieldCode.self).named("AccountFieldCode")),
                .unavailable,
            ])
    }
}

extension FieldProblem {
    fileprivate static func name(_ problem: PersonName.Problem) -> FieldProblem {
        switch problem {
        case .empty:
            FieldProblem(
                pointer: "/name", code: AccountsContract.FieldCode.emptyName.rawValue,
                reason: LocalizedText(en: "The name is empty.", es: "El nombre está vacío."))
        case .unfit:
            FieldProblem(
                pointer: "/name", code: AccountsContract.FieldCode.invalidName.rawValue,
                reason: LocalizedText(
                    en: "A name has at most \(PersonName.maximumLength) characters, "
                        + "few marks on each letter, and no control or unseen characters.",
                    es: "Un nombre tiene como máximo \(PersonName.maximumLength) caracteres, "
                        + "pocas marcas en cada letra y ninguno de control ni invisible."))
        case .reserved:
            FieldProblem(
                pointer: "/name", code: AccountsContract.FieldCode.reservedName.rawValue,
                reason: LocalizedText(
                    en: "That is a name of Essential itself, or what it says of people. Choose another name.",
                    es: "Es un nombre de Essential mismo, o lo que dice de las personas. Elige otro nombre."))
        }
    }
}
