import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import PasskeysTesting
import PluginKit
import ProofOfPossessionAPI
import ProofOfPossessionClient
import SQLStoreAPI
import SecureStorageTesting
import ServerTesting
import TelemetryAPI
import Testing

/// What fills the tables that came after the second release.
extension Visit {
    /// Cleo's password since it is another one.
    static let otherPassword = "seven blue coffee cups"

    /// Cleo has another password and another address than at first, asked for a third one,
    /// and has a passkey and a provider; Dan is suspended.
    ///
    /// - Returns: Her session, her passkey, and the code for the third address.
    func strangers() async throws -> [String: JSON] {
        let access = try await prove("Cleo")
        let change: [String: JSON] = [
            "current_password": .text(Self.password), "new_password": .text(Self.otherPassword),
        ]
        _ = try await asking.post("/auth/password/change", change, bearer: access)
        let desk = try await logIn("desk", as: "cleo@example.com", Self.otherPassword)
        let bearer = token(desk, "access_token")
        _ = try await asking.post("/auth/address", ["email": .text("cleo@example.net")], bearer: bearer)
        _ = try await asking.post("/auth/address/confirmation", ["code": .text(code())], bearer: bearer)
        let passkey = try await passkey(bearer)
        date.advance(by: .seconds(60))
        _ = try await asking.post("/auth/address", ["email": .text("cleo@example.org")], bearer: bearer)
        let open = code()
        _ = try await asking.post("/auth/register", Self.person("Dan"))
        try await whatOthersDo()
        return ["code": .text(open), "password": .text(Self.otherPassword), "desk": desk, "passkey": passkey]
    }

    /// Makes a passkey, and logs in with it once.
    ///
    /// - Returns: The passkey with its secret half.
    private func passkey(_ bearer: String) async throws -> JSON {
        let authenticator = ScriptedAuthenticator(try .real()),
            manner = ScriptedAuthenticator.Manner(at: ComposedServer.address)
        let question = try await asking.post("/auth/passkeys/new/question", bearer: bearer)
        let made = try authenticator.make(String(decoding: try question.data, as: UTF8.self), manner)
        _ = try await asking.post(
            "/auth/passkeys", ["name": .text("Telephone"), "credential": try JSON(Data(made.utf8))], bearer: bearer)
        try await asking.logIn(by: authenticator)
        return try JSON(JSONEncoder().encode(authenticator.kept()))
    }

    /// What isn't done by a request that can be made here: operators and providers.
    private func whatOthersDo() async throws {
        let now = date.value
        try await database.write { db in
            try db.run(
                """
                UPDATE accounts SET suspended_at = \(now), suspension_reason = 'abuse' WHERE email = 'dan@example.com'
                """)
            try db.run(
                """
                INSERT INTO provider_links (id, user_id, issuer, subject, provider, email, linked_at)
                SELECT id, id, 'https://idp.example.com', '4711', 'acme', email, \(now)
                FROM accounts WHERE email = 'cleo@example.net'
                """)
        }
    }

    /// A device without a browser waits for somebody who types its code.
    ///
    /// - Returns: What it was answered.
    func waitingDevice() async throws -> JSON {
        guard let server = ServerAddress(ComposedServer.address) else { throw CancellationError() }
        let proving = ProofOfPossessionClientPlugin.assemble(
            .init(
                server: server, transport: asking.transport, secrets: InMemorySecretStore(), cryptography: try .real(),
                logger: .disabled, now: date.now)
        ).exports
        await proving.keys.prepareKey()
        return try await Asking(transport: proving.transport).post("/auth/login/device", ["device": .text("hall")])
    }

    /// A session of Cleo's that a code let in which she typed elsewhere.
    func letInElsewhere() async throws -> JSON {
        let hall = try await logIn("hall", as: "cleo@example.net", Self.otherPassword)
        try await database.write { db in
            try db.run("UPDATE sessions SET is_proved_here = \(false) WHERE device = 'hall'")
        }
        return hall
    }
}

extension Asking {
    /// Logs in with a passkey.
    func logIn(by authenticator: ScriptedAuthenticator) async throws {
        let question = try await post("/auth/login/passkey/question")
        let answer = try #require(
            try authenticator.answer(
                String(decoding: try question.data, as: UTF8.self), .init(at: ComposedServer.address)))
        _ = try await post("/auth/login/passkey", ["credential": try JSON(Data(answer.utf8)), "device": .text("desk")])
    }
}
