import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import SessionsService
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

struct IssuingTests {
    private struct Claims: Decodable {
        let iss, sub, aud, client_id, jti, sid, scope: String
        let iat, exp, auth_time: Int
        let amr: [String]
        let acr: String
    }

    private struct Header: Decodable {
        let typ, alg, kid: String
    }

    private func part<Value: Decodable>(_ index: Int, of token: Secret, as type: Value.Type) throws -> Value {
        let parts = token.withText { $0 ?? "" }.split(separator: ".")
        let data = try #require(Base64URL.decode(parts[index]))
        return try JSONDecoder().decode(type, from: data)
    }

    @Test(.requirement("LOGIN-04")) func grantsATokenByTheProfileOfRFC9068() async throws {
        let server = try await RunningSessions()
        let user = User.sample(isVerified: true)
        let issued = try await server.issuing.issueSession(for: user, on: SessionClient())
        let header = try part(0, of: issued.grant.accessToken, as: Header.self)
        let claims = try part(1, of: issued.grant.accessToken, as: Claims.self)
        #expect(header.typ == "at+jwt")
        #expect(header.alg == "ES256")
        #expect(claims.iss == RunningSessions.issuer && claims.aud == RunningSessions.issuer)
        #expect(claims.sub == user.id.description)
        #expect(claims.sid == issued.id.description)
        #expect(claims.iat == 1_700_000_000 && claims.auth_time == claims.iat)
        #expect(claims.amr == ["pwd"] && claims.acr == "aal1")
        #expect(claims.exp == claims.iat + 300)
        #expect(claims.scope == "feed:read feed:write")
        #expect(Base64URL.decode(claims.jti)?.count == 16)
        #expect(issued.grant.tokenType == "Bearer")
        #expect(issued.grant.expiresIn == 300)
    }

    @Test func anUnverifiedPersonMayOnlyRead() async throws {
        let server = try await RunningSessions()
        let issued = try await server.issuing.issueSession(
            for: .sample(isVerified: false), on: SessionClient())
        #expect(issued.grant.scope == "feed:read")
    }

    @Test func whatIsOvertakenNeverBegan() async throws {
        let server = try await RunningSessions()
        await #expect(throws: SessionsError.overtaken) {
            try await server.issuing.issueSession(for: .sample(), on: SessionClient()) { _ in false }
        }
        let rows = try await server.database.read { db in
            try db.value("SELECT count(*) FROM sessions", as: Int.self)
        }
        #expect(rows == 0)
    }

    @Test func everySessionAndTokenIsNew() async throws {
        let server = try await RunningSessions()
        let user = User.sample()
        var seen: Set<String> = []
        for _ in 0..<20 {
            let issued = try await server.issuing.issueSession(for: user, on: SessionClient())
            seen.insert(issued.id.description)
            seen.insert(issued.grant.refreshToken.withText { $0 ?? "" })
            seen.insert(issued.grant.accessToken.withText { $0 ?? "" })
            #expect(issued.grant.refreshToken.withText { Base64URL.decode($0 ?? "") }?.count == 32)
        }
        #expect(seen.count == 60)
    }

    @Test func theDatabaseHoldsNoTokenInTheClear() async throws {
        let server = try await RunningSessions()
        let issued = try await server.issuing.issueSession(for: .sample(), on: SessionClient())
        var secrets = [issued.grant.refreshToken, issued.grant.accessToken]
        guard
            case .rotated(let next) = try await server.refreshing.refresh(
                issued.grant.refreshToken, on: SessionClient())
        else {
            Issue.record("the token was not exchanged")
            return
        }
        secrets += [next.refreshToken, next.accessToken]
        let raw = secrets.compactMap { $0.withText { Base64URL.decode($0 ?? "") } }
        await server.store.close()
        for suffix in ["", "-wal"] {
            guard let file = FileManager.default.contents(atPath: server.store.path + suffix) else { continue }
            for secret in secrets {
                secret.withUnsafeBytes { #expect(file.firstRange(of: Data($0)) == nil) }
            }
            for bytes in raw { #expect(file.firstRange(of: bytes) == nil) }
        }
    }

    @Test func remembersTheDeviceAndCutsWhatIsTooLong() async throws {
        let server = try await RunningSessions()
        let client = SessionClient(
            device: "Ada's laptop", userAgent: String(repeating: "x", count: 5000), address: IPAddress("192.0.2.7"))
        let issued = try await server.issuing.issueSession(for: .sample(), on: client)
        let row = try await server.database.read { db in
            try db.first("SELECT device, user_agent, address FROM sessions WHERE id = \(issued.id)") { row in
                [try row[0, as: String.self], try row[1, as: String.self], try row[2, as: String.self]]
            }
        }
        #expect(row == ["Ada's laptop", String(repeating: "x", count: 200), "192.0.2.7"])
    }

    @Test func tellsObserversWithinAndAfterTheTransaction() async throws {
        let spy = SessionObserverSpy()
        let server = try await RunningSessions(observers: [spy])
        let user = User.sample()
        let issued = try await server.issuing.issueSession(for: user, on: SessionClient(device: "d"))
        let event = SessionEvent.began(issued.id, of: user.id, on: SessionClient(device: "d"))
        #expect(spy.recorded == [event])
        #expect(spy.observed == [event])
    }

    @Test func anObserverThatFailsUndoesTheSession() async throws {
        let spy = SessionObserverSpy()
        let server = try await RunningSessions(observers: [spy])
        spy.refuse()
        await #expect(throws: SessionsError.self) {
            try await server.issuing.issueSession(for: .sample(), on: SessionClient())
        }
        let count = try await server.database.read { db in try db.value("SELECT count(*) FROM sessions", as: Int.self) }
        #expect(count == 0)
        #expect(spy.observed.isEmpty)
    }

    @Test func aFullDiskIsAnErrorAndNoSession() async throws {
        let server = try await RunningSessions()
        _ = try await server.issuing.issueSession(for: .sample(), on: SessionClient())
        try await server.store.fillDisk()
        await #expect {
            for _ in 0..<200 {
                _ = try await server.issuing.issueSession(for: .sample(), on: SessionClient())
            }
        } throws: { error in
            guard case SessionsError.unavailable? = error as? SessionsError else { return false }
            return true
        }
        try await server.store.freeDisk()
        _ = try await server.issuing.issueSession(for: .sample(), on: SessionClient())
    }
}
