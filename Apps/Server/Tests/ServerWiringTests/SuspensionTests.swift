import FoundationEssentials
import HTTPServingAPI
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import ServerTesting
import Testing

/// A suspended person at the server as it is composed: kept out by every way, told so only
/// where it is known who asks.
struct SuspensionTests {
    private let folder: TemporaryFolder
    private let date = ManualDate()
    private let server: ComposedServer
    private let person: FactorPerson
    private let operators: OperatorsDesk

    init() throws {
        folder = try TemporaryFolder()
        server = try ComposedServer(
            folder: folder.path, date: date,
            settings: [
                "limits.enabled": "false", "lockout.captcha_after": "0", "recovery.captcha_after": "0",
                "accounts.enumeration": "strict", "server.public_url": ComposedServer.address,
            ])
        person = FactorPerson(server: server, date: date)
        operators = try OperatorsDesk(of: server, at: date)
    }

    @Test(.requirement("OPS-06", "TOKEN-17")) func whoIsSuspendedIsOutAtOnceAndToldWhyOnceProved() async throws {
        let (person, operators) = (person, operators)
        try await server.run {
            _ = try await person.ask(
                .post, "/auth/register",
                ["name": "Cleo", "email": FactorPerson.email, "password": FactorPerson.password])
            await operators.run("accounts", "verify", FactorPerson.email)
            let session = try await person.logIn(), token = try #require(session.token)
            #expect(try await person.ask(.get, "/auth/me", token: token).status == 200)
            await operators.run("accounts", "suspend", FactorPerson.email)
            #expect(try await person.ask(.get, "/auth/me", token: token).code == "session_ended")
            let refresh = ["refresh_token": try #require(session.refreshToken)]
            let renewed = try await person.ask(.post, "/auth/refresh", refresh)
            #expect(renewed.code == "invalid_grant" && renewed["reason"] == "account_suspended")
            #expect(try await person.logIn().code == "account_suspended")
            #expect(try await person.logIn(password: "wrong").code == "invalid_credentials")
            // Whoever reads the mail may set a password, which releases nothing.
            try await person.resetPassword()
            #expect(try await person.logIn(password: FactorPerson.otherPassword).code == "account_suspended")
            await operators.run("accounts", "release", FactorPerson.email)
            #expect(try await person.logIn(password: FactorPerson.otherPassword).status == 200)
            #expect(try await person.ask(.post, "/auth/refresh", refresh).code == "invalid_grant", "what ended is over")
        }
    }

    /// A second step that has begun isn't gone on with.
    @Test(.requirement("OPS-06", "MFA-03"), arguments: ["suspend", "log-out"])
    func whatHasBegunEndsWithTheSessions(verb: String) async throws {
        let (person, operators, date) = (person, operators, date)
        try await server.run {
            _ = try await person.ask(
                .post, "/auth/register",
                ["name": "Cleo", "email": FactorPerson.email, "password": FactorPerson.password])
            await operators.run("accounts", "verify", FactorPerson.email)
            let token = try #require(try await person.logIn().token)
            let secret = try await person.begin(token)
            _ = try await person.turnOn(secret, token)
            let ticket = try await person.ticket()
            await operators.run("accounts", verb, FactorPerson.email)
            await operators.run("accounts", "release", FactorPerson.email)
            date.advance(by: .seconds(31))
            #expect(try await person.prove(try person.code(secret), ticket).code == "login_expired")
            #expect(try await person.prove(try person.code(secret), try await person.ticket()).status == 200)
        }
    }

    /// What a stranger is told of an address is the same for all.
    @Test(.requirement("OPS-06", "D2")) func strangersLearnNothing() async throws {
        let (person, operators) = (person, operators)
        try await server.run {
            for name in ["known", "suspended"] {
                _ = try await person.ask(
                    .post, "/auth/register",
                    ["name": "Cleo", "email": "\(name)@example.com", "password": FactorPerson.password])
            }
            await operators.run("accounts", "suspend", "suspended@example.com")
            for (path, more) in [
                ("/auth/login", ["password": "wrong"]), ("/auth/password/recovery", [:]),
                ("/auth/verification/resend", [:]), ("/auth/verification", ["code": "00000000"]),
                ("/auth/password/reset", ["code": "00000000", "new_password": "seven blue coffee cups"]),
                ("/auth/register", ["name": "Cleo", "password": "seven blue coffee cups"]),
            ] {
                var told: [HTTPStatus: Set<Data>] = [:]
                for name in ["known", "suspended", "unknown"] {
                    let members = more.merging(["email": "\(name)@example.com"]) { $1 }
                    let body = String(decoding: try JSONEncoder().encode(members), as: UTF8.self)
                    let answer = try await person.send(.post, path, body)
                    told[answer.status, default: []].insert(answer.body)
                }
                #expect(told.count == 1 && told.first?.value.count == 1, "\(path): \(told)")
            }
        }
    }
}
