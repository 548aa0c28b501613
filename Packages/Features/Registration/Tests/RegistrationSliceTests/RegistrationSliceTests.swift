import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import DeferredWorkAPI
import DeferredWorkTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import LoginAPI
import LoginServiceAPI
import PasswordQuality
import PasswordQualityTesting
import PluginKit
import RegistrationAPI
import RegistrationClient
import RegistrationService
import SecureStorageAPI
import SecureStorageTesting
import SessionsAPI
import SessionsClient
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// Client and server together, without a socket: the device keeps its session
/// in a vault, the server accounts and sessions in a database.
struct RegistrationSliceTests {
    private let form = RegistrationForm(
        name: "Ada Lovelace", email: "ada@example.com", password: Secret("correct horse battery"))

    private struct World {
        let server: RunningAccounts
        let transport: HTTPTransportSpy
        let secrets = InMemorySecretStore()
        let devices = DevicesSpy()
        let client: RegistrationClientPlugin.Exports

        init(
            _ policy: RegistrationPolicy = RegistrationPolicy(), cryptography: Cryptography? = nil
        ) async throws {
            server = try await RunningAccounts(cryptography: cryptography)
            var host = PluginHost()
            try host.install(RegistrationServicePlugin.self) { [server, devices] scope in
                .init(
                    accounts: server.accounts, issuing: server.server.issuing, devices: devices, policy: policy,
                    work: ImmediateWork(scope.collector(of: DeferredWorkHandlers.self)), observers: { [] },
                    metrics: InMemoryMetrics(), log: LogSpy().logger)
            }
            let composition = try host.composed()
            let router = try Router(
                routes: composition.values(of: HTTPRoutes.self) + server.routes, observer: RequestObserverSpy())
            transport = HTTPTransportSpy(LoopbackTransport(to: router))
            let store = SessionsClientPlugin.assemble(.init(secrets: secrets, locks: secrets)).exports.store
            let address = ServerAddress("http://localhost:8080")!
            client =
                RegistrationClientPlugin.assemble(
                    .init(
                        server: ServerClient(address: address, transport: transport), sessions: store,
                        devices: devices)
                ).exports
        }

        func post(_ path: String, _ body: Data) async throws -> HTTPResponse {
            try await transport.send(
                HTTPRequest(
                    method: .post, url: URL(string: "http://localhost:8080" + path)!,
                    fields: [.contentType: "application/json"], body: .bytes(body)))
        }

        /// The session as one more process of the person reads it.
        func stored() async -> StoredSession? {
            let store = SessionsClientPlugin.assemble(.init(secrets: secrets, locks: secrets)).exports.store
            guard case .present(let session) = await store.load() else { return nil }
            return session
        }
    }

    @Test(.requirement("REG-10", "REG-11", "REG-12", "REG-15", "REG-30"))
    func thePersonIsSignedInAndStaysSo() async throws {
        let world = try await World()
        guard case .confirmation(let user) = try await world.client.registration.register(form) else {
            Issue.record("the person was sent elsewhere")
            return
        }
        #expect(user.name == "Ada Lovelace" && !user.isVerified)
        let session = try #require(await world.stored())
        #expect(session.user == user)
        #expect(world.devices.kept == ["ada@example.com": "device of ada@example.com"], "strangers can't lock it out")
        let answer = try await world.transport.send(
            HTTPRequest(
                url: URL(string: "http://localhost:8080/auth/me")!,
                fields: [.authorization: session.grant.accessToken.withText { "Bearer \($0 ?? "")" }]))
        #expect(answer.status == .ok)
        #expect(try WireCoding.decoder().decode(User.self, from: answer.body) == user)
        var vault = ""
        for name in world.secrets.names {
            vault += try await world.secrets.read(name).get()?.withText { $0 ?? "" } ?? ""
        }
        #expect(session.grant.refreshToken.withText { vault.contains($0 ?? "?") })
        #expect(form.password.withText { !vault.contains($0 ?? "correct") }, "only tokens are kept")
    }

    @Test(.requirement("REG-16", "REG-17")) func anAddressInUseIsSaidToBe() async throws {
        let world = try await World(RegistrationPolicy(afterRegistration: .login))
        guard case .logIn = try await world.client.registration.register(form) else {
            Issue.record("the person was sent elsewhere")
            return
        }
        await #expect(throws: RegistrationError.emailAlreadyInUse) {
            try await world.client.registration.register(form)
        }
        #expect(world.secrets.names.isEmpty)
    }

    @Test(.requirement("REG-18")) func aStrictServerSendsEveryoneToTheMail() async throws {
        let world = try await World(RegistrationPolicy(enumeration: .strict))
        #expect(try await world.client.registration.register(form) == .checkMail)
        #expect(try await world.client.registration.register(form) == .checkMail)
        #expect(world.secrets.names.isEmpty)
    }

    @Test(.requirement("REG-05", "SANIT-05", "D7"), arguments: PasswordCase.all)
    func bothSidesGiveAPasswordTheSameVerdictAndReason(_ password: PasswordCase) async throws {
        let world = try await World()
        let form = RegistrationForm(
            name: password.name, email: password.email, password: Secret(password.password))
        let mine = world.client.validator.validate(form)
        #expect(mine.map(\.text) == (password.problem.map { [$0.text] } ?? []))
        let body = try WireCoding.encoder().encode([
            "name": form.name, "email": form.email, "password": password.password,
        ])
        let answer = try await world.post("/auth/register", body)
        let problem = try? WireCoding.decoder().decode(ProblemDetails.self, from: answer.body)
        #expect(answer.status == (password.problem == nil ? .created : .unprocessableContent))
        let errors = problem?.errors ?? []
        #expect(errors.map(\.code) == (password.problem.map { [$0.code] } ?? []))
        #expect(errors.map(\.reason) == mine.map(\.text.english))
    }

    @Test(.requirement("REG-05", "LOGIN-08"))
    func aPasswordOf1024BytesCountsToItsLastByte() async throws {
        let world = try await World(RegistrationPolicy(afterRegistration: .login), cryptography: .real())
        let password = String(repeating: "ñandú кузнец 秘密 🦀 ", count: 31)
        let form = RegistrationForm(
            name: "Ada Lovelace", email: "ada@example.com", password: Secret(password + "y"))
        #expect(form.password.count == 1_024)
        _ = try await world.client.registration.register(form)
        for last in ["y", "z"] {
            let authentication = try await world.server.passwords.authenticate(
                email: EmailAddress("ada@example.com")!, password: Secret(password + last))
            let isAccepted = if case .accepted = authentication { true } else { false }
            #expect(isAccepted == (last == "y"), "the last byte is \(last)")
        }
    }

    /// Both sides judge alike: what the client lets pass, the server takes, and
    /// what one refuses, the other refuses for the same fields.
    @Test(
        .requirement("REG-02", "REG-06"),
        arguments: [
            ("Ada", "ada@example.com", "four green tea pots"), ("", "ada@example.com", "12345678"),
            ("\u{200B}", "a", "1234567"),
            ("A\u{202E}da", "ada@example.com", "e\u{301}e\u{301}e\u{301}e\u{301}"), ("A\u{0}", "ada@localhost", ""),
            ("  Ada\t", " ada@example.com ", "        "), (String(repeating: "x", count: 101), "ada@@example.com", "🦀"),
            ("李小龍", "josé@correo.es", "contraseña"), ("Ada", "ada@example.com", String(repeating: "é", count: 513)),
            ("Ada", "ada@example.com", "lluvia en el tejado"),
            ("Ada", "adalovelace@example.com", "adalovelace 77 kettle"),
            ("Ada", "ada@example.com", "Monkey2024"), ("Ada", "ada@example.com", "essential kettle"),
        ]) func bothSidesJudgeAlike(name: String, email: String, password: String) async throws
    {
        let world = try await World(RegistrationPolicy(afterRegistration: .login))
        let mine = world.client.validator.validate(
            RegistrationForm(name: name, email: email, password: Secret(password)))
        let body = try WireCoding.encoder().encode(["name": name, "email": email, "password": password])
        let answer = try await world.post("/auth/register", body)
        let problem = try? WireCoding.decoder().decode(ProblemDetails.self, from: answer.body)
        #expect(answer.status == (mine.isEmpty ? .created : .unprocessableContent))
        #expect((problem?.errors ?? []).map(\.pointer) == mine.map { "/\($0.field.rawValue)" })
    }
}

/// Knows devices by the address, and remembers how.
private final class DevicesSpy: DeviceRecognizing, DeviceRemembering {
    private let remembered = Locked<[String: String]>([:])

    var kept: [String: String] { remembered.current }

    func issueToken(for email: EmailAddress) async throws -> Secret { Secret("device of \(email.canonical)") }
    func issueToken(for password: PasswordVersion) async throws -> Secret { Secret("device of \(password.user)") }

    func keep(_ token: Secret, for email: EmailAddress) async {
        remembered.withLock { $0[email.canonical] = token.withText { $0 } }
    }
}
