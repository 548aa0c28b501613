import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import ServerKeysTesting
import SessionsService
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

struct AuthenticationTests {
    private let server: RunningSessions
    private let user = User.sample(isVerified: true)
    private let issued: IssuedSession
    private let token: String

    init() async throws {
        server = try await RunningSessions()
        issued = try await server.issuing.issueSession(for: user, on: SessionClient())
        token = issued.grant.accessToken.withText { $0 ?? "" }
    }

    private func authenticate(_ values: String...) async throws(HTTPProblem) -> AuthenticatedSession? {
        var fields = HTTPFields()
        for value in values { fields.append(.authorization, value) }
        var request = Requests.request()
        request.fields = fields
        return try await server.authentication.authenticate(request)
    }

    private func code(_ values: String...) async -> String? {
        var fields = HTTPFields()
        for value in values { fields.append(.authorization, value) }
        var request = Requests.request()
        request.fields = fields
        do throws(HTTPProblem) {
            _ = try await server.authentication.authenticate(request)
            return nil
        } catch {
            #expect(error.status == .unauthorized)
            #expect(error.fields[.wwwAuthenticate]?.hasPrefix("Bearer ") == true)
            #expect(error.fields[.wwwAuthenticate]?.contains("error=\"invalid_token\"") == true)
            return error.code
        }
    }

    @Test(.requirement("TOKEN-02")) func acceptsItsOwnToken() async throws {
        let session = try await authenticate("Bearer \(token)")
        #expect(
            session
                == AuthenticatedSession(
                    userID: user.id, sessionID: issued.id, scopes: [.feedRead, .feedWrite], isVerified: true,
                    authentication: Authentication([.password], at: server.date.value),
                    standing: SessionStanding(of: issued.id) { _ in }))
        #expect(try await authenticate("bearer \(token)") == session)
    }

    @Test func aRequestWithoutCredentialsComesFromNobody() async throws {
        #expect(try await authenticate() == nil)
        await #expect(throws: HTTPProblem.authenticationRequired()) {
            try await server.authentication.requireSession(Requests.request())
        }
    }

    @Test(.requirement("VERIFY-03", "VERIFY-05")) func verifyingCountsAtOnce() async throws {
        let ada = User.sample(isVerified: false)
        let issued = try await server.issuing.issueSession(for: ada, on: SessionClient())
        let request = Requests.request(authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" })
        let authentication = server.authentication
        #expect(try await authentication.requireSession(request).isVerified == false)
        await #expect(throws: HTTPProblem.emailNotVerified) {
            try await authentication.requireVerifiedSession(request)
        }
        try await server.database.write { db in
            try server.subjects.recordVerification(of: ada.id, in: db)
        }
        #expect(try await authentication.requireVerifiedSession(request).isVerified)
        let restarted = try await RunningSessions(store: server.store, date: server.date)
        #expect(try await restarted.authentication.requireVerifiedSession(request).isVerified)
    }

    @Test func aProofThatOvertakesALoginCountsForIt() async throws {
        let ada = User.sample(isVerified: false)
        try await server.database.write { db in try server.subjects.recordVerification(of: ada.id, in: db) }
        // The login read the account before the proof.
        let issued = try await server.issuing.issueSession(for: ada, on: SessionClient())
        let request = Requests.request(authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" })
        #expect(try await server.authentication.requireVerifiedSession(request).userID == ada.id)
        let other = try await server.issuing.issueSession(for: .sample(isVerified: false), on: SessionClient())
        let others = Requests.request(authorization: other.grant.accessToken.withText { "Bearer \($0 ?? "")" })
        await #expect(throws: HTTPProblem.emailNotVerified) {
            try await server.authentication.requireVerifiedSession(others)
        }
    }

    @Test(.requirement("TOKEN-06")) func anExpiredTokenSaysSo() async throws {
        server.date.advance(by: .seconds(304))
        #expect(await code("Bearer \(token)") == nil)
        server.date.advance(by: .seconds(2))
        #expect(await code("Bearer \(token)") == "token_expired")
    }

    @Test func aTokenOfAnEndedSessionSaysSo() async throws {
        try await server.ending.endSession(issued.id, of: user.id, because: .terminated)
        #expect(await code("Bearer \(token)") == "session_ended")
    }

    @Test func aTokenOfASessionThatIsGoneIsRefused() async throws {
        try await server.database.write { db in try db.run("DELETE FROM sessions WHERE id = \(issued.id)") }
        let restarted = try await RunningSessions(store: server.store, date: server.date)
        await #expect {
            try await restarted.authentication.authenticate(
                Requests.request(authorization: "Bearer \(token)"))
        } throws: { ($0 as? HTTPProblem)?.code == "session_ended" }
    }

    @Test(arguments: [
        "", "Bearer", "Bearer ", "Basic YWRhOnNlY3JldA==", "Bearer x", "Bearer a.b.c", "Bearer ..", "DPoP x",
        "Bearer \(String(repeating: "x", count: 20_000))", "\u{0} Bearer",
    ]) func refusesWhatIsNoToken(credentials: String) async {
        #expect(await code(credentials) == "invalid_token")
    }

    @Test func refusesTwoCredentials() async {
        #expect(await code("Bearer \(token)", "Bearer \(token)") == "invalid_token")
    }

    @Test func refusesEveryChangedCharacter() async {
        let characters = Array(token)
        for index in stride(from: 0, to: characters.count, by: 7) {
            var changed = characters
            changed[index] = changed[index] == "A" ? "B" : "A"
            guard changed != characters else { continue }
            let problem = await code("Bearer \(String(changed))")
            #expect(problem == "invalid_token", "position \(index)")
        }
    }

    /// What somebody forges who knows everything but the private key.
    private struct Forgery: Encodable {
        var iss = RunningSessions.issuer
        var aud = RunningSessions.issuer
        var sub: UserID
        var sid: SessionID
        var client_id = "essential"
        var jti = "jti"
        var scope = "feed:read feed:write"
        var iat = 1_700_000_000
        var exp = 1_700_000_300
        var auth_time = 1_700_000_000
    }

    @Test func refusesTokensOfAnotherKeyAlgorithmOrIssuer() async throws {
        let cryptography = try Cryptography.real()
        let forgery = Forgery(sub: user.id, sid: issued.id)
        let stranger = try cryptography.signatures.makeSigningKey(.es256)
        let signed = try cryptography.tokens.sign(forgery, type: "at+jwt", using: stranger)
        #expect(await code("Bearer \(signed)") == "invalid_token")

        let payload = Base64URL.encode(try JSONEncoder().encode(forgery))
        let kid = try #require(token.split(separator: ".").first.flatMap { Base64URL.decode($0) })
        for header in [
            #"{"alg":"none","typ":"at+jwt"}"#,
            String(decoding: kid, as: UTF8.self).replacing("ES256", with: "none"),
            String(decoding: kid, as: UTF8.self).replacing("ES256", with: "HS256"),
            #"{"alg":"ES256","typ":"at+jwt","kid":"unknown"}"#,
        ] {
            let head = Base64URL.encode(Data(header.utf8))
            #expect(await code("Bearer \(head).\(payload).") == "invalid_token")
            #expect(await code("Bearer \(head).\(payload).AAAA") == "invalid_token")
        }
    }

    @Test func refusesClaimsOfAnotherPurposeThoughTheSignatureHolds() async throws {
        // The real keys, used for something else.
        let keys = try InMemoryServerKeys()
        let cryptography = try Cryptography.real()
        let key = try await server.signingKey(unsealedWith: keys, cryptography: cryptography)
        let good = Forgery(sub: user.id, sid: issued.id)
        let control = try cryptography.tokens.sign(good, type: "at+jwt", using: key)
        #expect(await code("Bearer \(control)") == nil)

        #expect(try await code("Bearer \(cryptography.tokens.sign(good, type: "JWT", using: key))") == "invalid_token")
        var changed = good
        changed.aud = "https://other.test"
        #expect(
            try await code("Bearer \(cryptography.tokens.sign(changed, type: "at+jwt", using: key))") == "invalid_token"
        )
        changed = good
        changed.iss = "https://other.test"
        #expect(
            try await code("Bearer \(cryptography.tokens.sign(changed, type: "at+jwt", using: key))") == "invalid_token"
        )
        changed = good
        changed.iat += 3600
        changed.exp += 3600
        #expect(
            try await code("Bearer \(cryptography.tokens.sign(changed, type: "at+jwt", using: key))") == "invalid_token"
        )
        changed = good
        changed.sub = UserID(UUID())
        #expect(
            try await code("Bearer \(cryptography.tokens.sign(changed, type: "at+jwt", using: key))") == "session_ended"
        )
        struct Bare: Encodable {
            let exp = 1_700_000_300, iat = 1_700_000_000
        }
        #expect(
            try await code("Bearer \(cryptography.tokens.sign(Bare(), type: "at+jwt", using: key))") == "invalid_token")
    }

    @Test func aDatabaseThatFailsIsNoReasonToLogOutAndWhatIsWrittenWaits() async throws {
        let restarted = try await RunningSessions(store: server.store, date: server.date)
        await server.store.close()
        await #expect(throws: HTTPProblem.unavailable(retryAfter: .seconds(5))) {
            try await restarted.authentication.authenticate(
                Requests.request(authorization: "Bearer \(token)"))
        }
    }
}
