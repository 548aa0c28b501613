import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import SQLStoreAPI
import SessionsService
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

struct EndingTests {
    private func begin(_ server: RunningSessions, user: User) async throws -> IssuedSession {
        try await server.issuing.issueSession(for: user, on: SessionClient())
    }

    private func isAccepted(_ issued: IssuedSession, at server: RunningSessions) async -> Bool {
        let bearer = issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }
        return (try? await server.authentication.authenticate(Requests.request(authorization: bearer))) != nil
    }

    @Test(.requirement("LOGIN-15", "SESS-17")) func aRefreshTokenEndsItsSession() async throws {
        let server = try await RunningSessions()
        let issued = try await begin(server, user: .sample())
        #expect(await isAccepted(issued, at: server))
        #expect(try await server.ending.endSession(holding: issued.grant.refreshToken, because: .logout))
        #expect(await !isAccepted(issued, at: server))
        let again = try await server.ending.endSession(holding: issued.grant.refreshToken, because: .logout)
        #expect(!again)
    }

    @Test func anExchangedRefreshTokenEndsItsSessionToo() async throws {
        let server = try await RunningSessions()
        let issued = try await begin(server, user: .sample())
        _ = try await server.refreshing.refresh(issued.grant.refreshToken, on: SessionClient())
        #expect(try await server.ending.endSession(holding: issued.grant.refreshToken, because: .logout))
        #expect(await !isAccepted(issued, at: server))
    }

    @Test func anUnknownTokenEndsNothing() async throws {
        let spy = SessionObserverSpy()
        let server = try await RunningSessions(observers: [spy])
        let issued = try await begin(server, user: .sample())
        #expect(try await server.ending.endSession(holding: Secret("unknown"), because: .logout) == false)
        #expect(await isAccepted(issued, at: server))
        #expect(spy.observed.count == 1)
    }

    @Test(.requirement("SESS-04")) func onlyTheOwnerEndsASession() async throws {
        let server = try await RunningSessions()
        let ada = User.sample(), eve = User.sample()
        let issued = try await begin(server, user: ada)
        let ending = server.ending
        #expect(try await ending.endSession(issued.id, of: eve.id, because: .terminated) == false)
        #expect(await isAccepted(issued, at: server))
        #expect(try await ending.endSession(issued.id, of: ada.id, because: .terminated))
        #expect(await !isAccepted(issued, at: server))
    }

    @Test(.requirement("SESS-07")) func endsAllSessionsOfAPersonButOne() async throws {
        let spy = SessionObserverSpy()
        let server = try await RunningSessions(observers: [spy])
        let ada = User.sample(), bob = User.sample()
        var mine: [IssuedSession] = []
        for _ in 0..<3 { mine.append(try await begin(server, user: ada)) }
        let other = try await begin(server, user: bob)
        let ended = try await server.ending.endSessions(
            of: ada.id, except: mine[1].id, because: .passwordChanged)
        #expect(Set(ended) == [mine[0].id, mine[2].id])
        #expect(await !isAccepted(mine[0], at: server))
        #expect(await isAccepted(mine[1], at: server))
        #expect(await !isAccepted(mine[2], at: server))
        #expect(await isAccepted(other, at: server))
        guard case .ended(let told, ada.id, .passwordChanged) = spy.observed.last else {
            Issue.record("observers were not told")
            return
        }
        #expect(Set(told) == Set(ended))
        #expect(try await server.ending.endSessions(of: ada.id, except: nil, because: .logout) == [mine[1].id])
    }

    /// Whoever ends sessions in a transaction of their own can't forget to have the
    /// tokens refused: that comes with the commit, and with nothing else.
    @Test(.requirement("SESS-07")) func tokensAreRefusedWithTheCommitThatEndsTheirSessions() async throws {
        struct Refused: Error {}
        let server = try await RunningSessions()
        let ada = User.sample()
        let issued = try await begin(server, user: ada)
        #expect(await isAccepted(issued, at: server))
        await #expect(throws: Refused.self) {
            try await server.database.write { db in
                _ = try server.subjects.recordPasswordChange(of: ada.id, except: nil, in: db)
                throw Refused()
            }
        }
        #expect(await isAccepted(issued, at: server))
        try await server.database.write { db in
            _ = try server.subjects.recordPasswordChange(of: ada.id, except: nil, in: db)
        }
        #expect(await !isAccepted(issued, at: server))
    }

    /// More at once than one signal can name.
    @Test func everyServerOverTheDatabaseHearsOfIt() async throws {
        let server = try await RunningSessions(), ada = User.sample()
        let other = try await RunningSessions(store: server.store, date: server.date)
        var issued: [IssuedSession] = []
        for _ in 0..<120 { issued.append(try await begin(server, user: ada)) }
        for session in issued { #expect(await isAccepted(session, at: other)) }
        #expect(try await server.ending.endSessions(of: ada.id, except: nil, because: .terminated).count == 120)
        for session in issued { #expect(await !isAccepted(session, at: other)) }
    }

    @Test func endsInTheDatabaseAndAfterARestart() async throws {
        let server = try await RunningSessions()
        let issued = try await begin(server, user: .sample())
        try await server.ending.endSession(holding: issued.grant.refreshToken, because: .logout)
        let restarted = try await RunningSessions(store: server.store, date: server.date)
        #expect(await !isAccepted(issued, at: restarted))
        guard
            case .refused(.ended) = try await restarted.refreshing.refresh(
                issued.grant.refreshToken, on: SessionClient())
        else {
            Issue.record("it was renewed")
            return
        }
    }

    @Test func anObserverThatFailsKeepsTheSession() async throws {
        let spy = SessionObserverSpy()
        let server = try await RunningSessions(observers: [spy])
        let issued = try await begin(server, user: .sample())
        spy.refuse()
        await #expect(throws: SessionsError.self) {
            try await server.ending.endSession(holding: issued.grant.refreshToken, because: .logout)
        }
        #expect(await isAccepted(issued, at: server))
    }

    @Test func aSessionEndedWhileRequestsRunIsRefusedFromThenOn() async throws {
        let server = try await RunningSessions()
        for _ in 0..<20 {
            let issued = try await begin(server, user: .sample())
            // A server that hasn't seen the session yet reads it from the
            // database, and must not remember what was true before the end.
            let fresh = try await RunningSessions(store: server.store, date: server.date)
            async let racing = isAccepted(issued, at: fresh)
            try await fresh.ending.endSession(holding: issued.grant.refreshToken, because: .logout)
            #expect(await !isAccepted(issued, at: fresh))
            _ = await racing
            #expect(await !isAccepted(issued, at: fresh))
        }
    }
}

/// Sessions that began by the word of somebody else, who takes it back.
struct OriginEndingTests {
    private func begin(
        _ server: RunningSessions, from origin: SessionOrigin?, user: User = .sample()
    ) async throws -> IssuedSession {
        let admission = try await server.issuing.admit(user, by: .provider, from: origin, on: SessionClient())
        return try await server.issuing.issueSession(admission, on: SessionClient())
    }

    private func isAccepted(_ issued: IssuedSession, at server: RunningSessions) async -> Bool {
        let bearer = issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }
        return (try? await server.authentication.authenticate(Requests.request(authorization: bearer))) != nil
    }

    /// Of six sessions, by their origins, those that are ended.
    @Test(
        .requirement("EXT-11"),
        arguments: [
            (EndedOrigin.way("a"), [0, 1, 2]), (.way("b"), [3]), (.way(""), []), (.session("1"), [1]),
            (.sessionOf(way: "a", session: "1"), [0, 1]), (.sessionOf(way: "a", session: "3"), [0]),
            (.session(""), []),
        ])
    func endsThoseThatBeganByThatWord(origin: EndedOrigin, expected: [Int]) async throws {
        let spy = SessionObserverSpy()
        let server = try await RunningSessions(observers: [spy]), ada = User.sample()
        let origins: [SessionOrigin?] = [
            .init(way: "a"), .init(way: "a", session: "1"), .init(way: "a", session: "2"),
            .init(way: "b", session: "3"),
            nil,
        ]
        var sessions: [IssuedSession] = []
        for origin in origins { sessions.append(try await begin(server, from: origin, user: ada)) }
        sessions.append(try await server.issuing.issueSession(for: ada, on: SessionClient()))
        for session in sessions { #expect(await isAccepted(session, at: server)) }
        let ended = try await server.database.write { [origins = server.origins] db in
            try origins.endSessions(from: origin, because: .providerRevoked, in: db)
        }
        await server.origins.announceEnd(of: ended, because: .providerRevoked)
        for (index, session) in sessions.enumerated() {
            #expect(await isAccepted(session, at: server) != expected.contains(index), "\(index)")
        }
        #expect(Set(ended[ada.id] ?? []) == Set(expected.map { sessions[$0].id }))
        guard !expected.isEmpty else { return }
        guard case .ended(_, ada.id, .providerRevoked) = spy.observed.last else {
            Issue.record("observers were not told")
            return
        }
    }
}
