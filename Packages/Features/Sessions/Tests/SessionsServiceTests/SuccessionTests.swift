import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import ProofOfPossessionServiceAPI
import SessionsContract
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

/// A device has one session at a time.
struct SuccessionTests {
    private let ada = User.sample()
    private let spy = SessionObserverSpy()
    private let server: RunningSessions

    init() async throws {
        server = try await RunningSessions(observers: [spy])
    }

    private func logIn(_ user: User, key: String? = "laptop") async throws -> IssuedSession {
        try await server.issuing.issueSession(
            for: user, on: SessionClient(device: key ?? "curl", keyThumbprint: key))
    }

    /// Sends a request with the access token; whether it is taken.
    private func use(_ session: IssuedSession, key: String? = "laptop", at other: RunningSessions? = nil) async throws
        -> Bool
    {
        let token = session.grant.accessToken.withText { $0 ?? "" }
        var request = ServerRequest.sample(fields: [.authorization: "\(key == nil ? "Bearer" : "DPoP") \(token)"])
        let digest = Base64URL.encode(try Cryptography.real().hashing.sha256(Data(token.utf8)))
        request.possessionProof = key.map { PossessionProof(keyThumbprint: $0, accessTokenDigest: digest) }
        return (try? await (other ?? server).authentication.requireSession(request)) != nil
    }

    private func listed() async throws -> [SessionID] {
        let session = try await logIn(ada, key: nil)
        let device = SessionServer.Device(
            id: session.id, fields: [.authorization: session.grant.accessToken.withText { "Bearer \($0 ?? "")" }])
        let items = try await SessionServer(server).list(as: device)
        return items.map(\.id).filter { $0 != session.id }
    }

    @Test(.requirement("SESS-21")) func loggingInAgainReplacesTheSessionOfTheDevice() async throws {
        let first = try await logIn(ada)
        #expect(try await use(first))
        let second = try await logIn(ada)
        #expect(try await use(first), "the answer may be on its way, or lost")
        #expect(try await use(second))
        #expect(try await !use(first))
        #expect(try await use(second))
        #expect(try await listed() == [second.id])
        #expect(spy.observed.contains(.ended([first.id], of: ada.id, because: .replaced)))
    }

    @Test(.requirement("SESS-21")) func renewingIsAUse() async throws {
        let first = try await logIn(ada)
        #expect(try await use(first))
        let second = try await logIn(ada)
        _ = try await server.refreshing.refresh(second.grant.refreshToken, on: SessionClient(keyThumbprint: "laptop"))
        #expect(try await !use(first))
    }

    @Test(.requirement("SESS-21")) func somebodyElseOnTheDeviceEndsTheSessionBefore() async throws {
        let ben = User.sample(email: "ben@example.com")
        let first = try await logIn(ada)
        #expect(try await use(first))
        let second = try await logIn(ben)
        #expect(try await use(second))
        #expect(try await !use(first))
        #expect(spy.observed.contains(.ended([first.id], of: ada.id, because: .replaced)))
    }

    @Test(.requirement("SESS-21")) func aLoginWhoseAnswerIsLostEndsNothingAndIsNotListed() async throws {
        let first = try await logIn(ada)
        #expect(try await use(first))
        server.date.advance(by: .seconds(1))
        let lost = try await logIn(ada)
        server.date.advance(by: .seconds(3_600))
        guard
            case .rotated = try await server.refreshing.refresh(
                first.grant.refreshToken, on: SessionClient(keyThumbprint: "laptop"))
        else {
            Issue.record("the device has no session left")
            return
        }
        #expect(try await listed() == [first.id])
        // It is gone with the next one.
        let next = try await logIn(ada)
        #expect(try await use(next))
        #expect(
            spy.observed.contains { event in
                if case .ended(let ids, of: _, because: .replaced) = event { ids.contains(lost.id) } else { false }
            })
    }

    @Test(.requirement("SESS-21")) func ofLoginsSideBySideTheOneThatIsUsedLastStays() async throws {
        let first = try await logIn(ada), second = try await logIn(ada)
        #expect(try await use(second))
        #expect(try await use(first))
        #expect(try await !use(second))
        #expect(try await use(first))
        #expect(try await listed() == [first.id])
    }

    @Test(.requirement("SESS-21")) func otherDevicesAndProfilesAreApart() async throws {
        let phone = try await logIn(ada, key: "phone"), script = try await logIn(ada, key: nil)
        let laptop = try await logIn(ada)
        #expect(try await use(phone, key: "phone"))
        #expect(try await use(script, key: nil))
        #expect(try await use(laptop))
        #expect(try await use(phone, key: "phone"))
        #expect(try await use(script, key: nil))
    }

    @Test(.requirement("SESS-21")) func aRestartForgetsNothingOfIt() async throws {
        let first = try await logIn(ada)
        #expect(try await use(first))
        let second = try await logIn(ada)
        let restarted = try await RunningSessions(store: server.store, date: server.date)
        #expect(try await use(second, at: restarted))
        #expect(try await !use(first, at: restarted))
        #expect(try await use(second, at: restarted))
    }
}
