import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import OperatingAPI
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerKeysAPI
import ServerKeysTesting
import SessionsContract
import SessionsService
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct SigningKeyTests {
    private func answer(_ path: String, of server: RunningSessions) async throws -> (ServerResponse, Data) {
        let route = try #require(server.routes.first { $0.pattern == path })
        let response = try await route.handler(.sample(.get, path))
        return (response, try await response.collectBody())
    }

    @Test func tokensOutliveARestart() async throws {
        let server = try await RunningSessions()
        let issued = try await server.issuing.issueSession(for: .sample(), on: SessionClient())
        try await server.store.reopen()
        let restarted = try await RunningSessions(store: server.store, date: server.date)
        let bearer = issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }
        let session = try await restarted.authentication.authenticate(
            Requests.request(authorization: bearer))
        #expect(session?.sessionID == issued.id)
    }

    @Test func publishesTheKeyByWhichTokensAreVerified() async throws {
        let server = try await RunningSessions()
        let issued = try await server.issuing.issueSession(for: .sample(), on: SessionClient())
        let (response, body) = try await answer(SessionsPath.keySet, of: server)
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "application/json")
        let keys = try JSONDecoder().decode(JSONWebKeySet.self, from: body).keys
        #expect(keys.count == 1)
        #expect(keys[0].algorithm == "ES256" && keys[0].use == "sig" && keys[0].curve == "P-256")
        #expect(!String(decoding: body, as: UTF8.self).contains("\"d\""))

        // Anybody can verify with it.
        struct Claims: Decodable { let sid: SessionID }
        let cryptography = try Cryptography.real()
        let key = try cryptography.signatures.makeVerificationKey(keys[0])
        let claims = try cryptography.tokens.verify(
            issued.grant.accessToken.withText { $0 ?? "" }, as: Claims.self, expecting: .init(type: "at+jwt"),
            keys: [key.thumbprint: key], now: server.date.value)
        #expect(claims.sid == issued.id)
    }

    @Test func saysWhatItIsTruthfully() async throws {
        let server = try await RunningSessions(settings: .init(issuer: "https://example.com"))
        let (response, body) = try await answer(SessionsPath.metadata, of: server)
        #expect(response.status == .ok)
        let metadata = try JSONDecoder().decode(AuthorizationServerMetadata.self, from: body)
        #expect(metadata.issuer == "https://example.com")
        #expect(metadata.jwksURI == "https://example.com/.well-known/jwks.json")
        #expect(metadata.scopesSupported == ["feed:read", "feed:write"])
    }

    @Test func manyWhoStartAtOnceAgreeOnOneKey() async throws {
        let first = try await RunningSessions()
        let issued = try await withThrowingTaskGroup(of: (RunningSessions, IssuedSession).self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let server = try await RunningSessions(store: first.store, date: first.date)
                    return (server, try await server.issuing.issueSession(for: .sample(), on: SessionClient()))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (server, _) in issued {
            for (_, session) in issued {
                let bearer = session.grant.accessToken.withText { "Bearer \($0 ?? "")" }
                let found = try await server.authentication.authenticate(
                    Requests.request(authorization: bearer))
                #expect(found?.sessionID == session.id)
            }
        }
    }

    @Test func whatAKeyVerifiedIsForgottenWithIt() async throws {
        let server = try await RunningSessions()
        let issued = try await server.issuing.issueSession(for: .sample(), on: SessionClient())
        let other = try SessionsServicePlugin.assemble(
            .init(
                settings: .init(issuer: RunningSessions.issuer), database: server.database, cryptography: .real(),
                serverKeys: InMemoryServerKeys(), mail: server.mail, observers: { [] }, locators: { [] },
                logger: .disabled, metrics: InMemoryMetrics(), now: server.date.now, clock: ManualClock()))
        let request = Requests.request(authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" })
        #expect(try await other.exports.authentication.authenticate(request) != nil)
        try await server.database.write { db in try db.run("DELETE FROM signing_keys") }
        // That reads the keys again, and makes one.
        for service in other.services { try await service.start() }
        await #expect(throws: HTTPProblem.self) { try await other.exports.authentication.authenticate(request) }
    }

    @Test func theDatabaseHoldsNoPrivateKeyInTheClear() async throws {
        let server = try await RunningSessions()
        _ = try await server.issuing.issueSession(for: .sample(), on: SessionClient())
        let key = try await server.signingKey(unsealedWith: InMemoryServerKeys(), cryptography: .real())
        let encoded = try key.exportPrivateKey()
        await server.store.close()
        for suffix in ["", "-wal"] {
            guard let file = FileManager.default.contents(atPath: server.store.path + suffix) else { continue }
            // RFC 5915: the 32 secret bytes follow the sequence's version and
            // the tag of an octet string.
            encoded.withUnsafeBytes { bytes in
                for start in 0..<(bytes.count - 32) {
                    let window = Data(bytes[start..<start + 32])
                    // The public half is no secret, but isn't stored either.
                    #expect(file.firstRange(of: window) == nil)
                }
            }
        }
    }

    /// By a command as by a server that starts.
    @Test func commandsKnowADatabaseOfAnotherServer() async throws {
        let server = try await RunningSessions(), database = server.database
        _ = try await server.issuing.issueSession(for: .sample(), on: SessionClient())
        let check = try #require(SessionsServicePlugin.declarations.values(of: ServerDataChecks.self).first)
        func look(with keys: InMemoryServerKeys) async throws {
            try await check(
                ServerData(folder: "", database: database, now: server.date.now, keys: keys, cryptography: .real()))
        }
        try await look(with: InMemoryServerKeys())
        await #expect(throws: ServerKeyError.foreign) { try await look(with: InMemoryServerKeys(seed: 9)) }
        try await database.write { db in try db.run("DELETE FROM signing_keys") }
        try await look(with: InMemoryServerKeys(seed: 9))
        #expect(try await database.read { db in try !db.exists("SELECT 1 FROM signing_keys") }, "it makes nothing")
    }

    @Test func aDatabaseOfAnotherServerIsRefusedAndLeftAlone() async throws {
        let server = try await RunningSessions()
        let issued = try await server.issuing.issueSession(for: .sample(), on: SessionClient())
        let stranger = try await RunningSessions(
            store: server.store, serverKeys: InMemoryServerKeys(seed: 9), date: server.date)
        await #expect {
            try await stranger.issuing.issueSession(for: .sample(), on: SessionClient())
        } throws: { error in
            guard case SessionsError.unavailable(let reason)? = error as? SessionsError else { return false }
            return reason.contains("key file")
        }
        let restored = try await RunningSessions(store: server.store, date: server.date)
        let bearer = issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }
        #expect(
            try await restored.authentication.authenticate(Requests.request(authorization: bearer)) != nil)
    }
}
