import CoreModels
import FoundationEssentials
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import SessionsService
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

struct RefreshingTests {
    private func begin(_ server: RunningSessions, user: User = .sample()) async throws -> IssuedSession {
        try await server.issuing.issueSession(for: user, on: SessionClient())
    }

    private func refresh(_ token: Secret, at server: RunningSessions) async throws -> RefreshOutcome {
        try await server.refreshing.refresh(token, on: SessionClient())
    }

    private func rotate(_ token: Secret, at server: RunningSessions) async throws -> TokenGrant {
        let outcome = try await refresh(token, at: server)
        guard case .rotated(let grant) = outcome else { throw Unexpected(outcome: outcome) }
        return grant
    }

    private struct Unexpected: Error { let outcome: RefreshOutcome }

    private func isAccepted(_ grant: TokenGrant, at server: RunningSessions) async -> Bool {
        let bearer = grant.accessToken.withText { "Bearer \($0 ?? "")" }
        let request = Requests.request(authorization: bearer)
        return (try? await server.authentication.authenticate(request)) != nil
    }

    @Test(.requirement("TOKEN-08")) func exchangesATokenForTheNextOne() async throws {
        let server = try await RunningSessions()
        let issued = try await begin(server)
        server.date.advance(by: .seconds(290))
        let grant = try await rotate(issued.grant.refreshToken, at: server)
        #expect(!grant.refreshToken.isEqual(to: issued.grant.refreshToken))
        #expect(!grant.accessToken.isEqual(to: issued.grant.accessToken))
        server.date.advance(by: .seconds(290))
        #expect(await isAccepted(grant, at: server))
        #expect(await !isAccepted(issued.grant, at: server))
    }

    @Test func renewingReadsNoWholeTable() async throws {
        let server = try await RunningSessions()
        let grant = try await rotate(try await begin(server).grant.refreshToken, at: server)
        #expect(await isAccepted(grant, at: server))
        // There is a handful of keys.
        #expect(try await server.store.wholeTableReads().filter { !$0.contains("signing_keys") } == [])
    }

    @Test(.requirement("TOKEN-10", "TOKEN-25")) func manyCallsAtOnceGetOneSuccessor() async throws {
        let server = try await RunningSessions()
        let issued = try await begin(server)
        let outcomes = try await withThrowingTaskGroup(of: RefreshOutcome.self) { group in
            for _ in 0..<16 { group.addTask { try await refresh(issued.grant.refreshToken, at: server) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        var rotated = 0
        var tokens: Set<String> = []
        for outcome in outcomes {
            switch outcome {
            case .rotated(let grant):
                rotated += 1
                tokens.insert(grant.refreshToken.withText { $0 ?? "" })
            case .repeated(let grant): tokens.insert(grant.refreshToken.withText { $0 ?? "" })
            case .refused, .refusedToItsDevice, .unproven: Issue.record("\(outcome)")
            }
        }
        #expect(rotated == 1)
        #expect(tokens.count == 1)
    }

    @Test(.requirement("TOKEN-10", "TOKEN-25")) func aRetryThatCameTwiceEndsNothing() async throws {
        let server = try await RunningSessions()
        let issued = try await begin(server)
        _ = try await rotate(issued.grant.refreshToken, at: server)
        // The answer is lost. An hour later the client asks again, its request
        // is doubled on the way, and it uses the answer at once.
        server.date.advance(by: .seconds(3600))
        guard case .repeated(let grant) = try await refresh(issued.grant.refreshToken, at: server) else {
            Issue.record("the successor was not granted again")
            return
        }
        let latest = try await rotate(grant.refreshToken, at: server)
        server.date.advance(by: .seconds(29))
        guard case .repeated = try await refresh(issued.grant.refreshToken, at: server) else {
            Issue.record("the double was taken for a thief")
            return
        }
        _ = try await rotate(latest.refreshToken, at: server)
        // The time of grace doesn't begin anew once the successor was used.
        server.date.advance(by: .seconds(1))
        guard case .refused(.reused) = try await refresh(issued.grant.refreshToken, at: server) else {
            Issue.record("the thief was not noticed")
            return
        }
    }

    @Test func aLostAnswerIsGivenAgainEvenAfterARestartDaysLater() async throws {
        let server = try await RunningSessions()
        let issued = try await begin(server)
        let lost = try await rotate(issued.grant.refreshToken, at: server)
        server.date.advance(by: .seconds(20 * 86_400))
        try await server.store.reopen()
        let again = try await RunningSessions(store: server.store, date: server.date)
        guard case .repeated(let grant) = try await refresh(issued.grant.refreshToken, at: again) else {
            Issue.record("the successor was not granted again")
            return
        }
        #expect(grant.refreshToken.isEqual(to: lost.refreshToken))
        #expect(await isAccepted(grant, at: again))
        let seen = try await again.store.database.read { db in
            try db.value("SELECT last_seen_at FROM sessions", as: Date.self)
        }
        #expect(seen == server.date.value, "it is a use of the session, which doesn't fall idle")
        _ = try await rotate(grant.refreshToken, at: again)
    }

    @Test(.requirement("TOKEN-24")) func reuseAfterTheGraceEndsEverythingAtOnce() async throws {
        let spy = SessionObserverSpy()
        let server = try await RunningSessions(observers: [spy])
        let user = User.sample()
        let issued = try await begin(server, user: user)
        let second = try await rotate(issued.grant.refreshToken, at: server)
        let third = try await rotate(second.refreshToken, at: server)
        #expect(await isAccepted(third, at: server))
        server.date.advance(by: .seconds(30))
        guard case .refused(.reused) = try await refresh(issued.grant.refreshToken, at: server) else {
            Issue.record("an old token was worth something")
            return
        }
        #expect(await !isAccepted(third, at: server))
        for token in [issued.grant.refreshToken, second.refreshToken, third.refreshToken] {
            guard case .refused(.ended) = try await refresh(token, at: server) else {
                Issue.record("a token outlived its family")
                return
            }
        }
        #expect(spy.observed.last == .ended([issued.id], of: user.id, because: .reuse))
        let refused = spy.recorded.filter { !spy.observed.contains($0) }
        #expect(
            refused == [.reused(issued.id, of: user.id)]
                + Array(repeating: .refreshRefused(issued.id, of: user.id, because: .ended), count: 3))
    }

    @Test func anOldTokenWithinTheGraceEndsNothing() async throws {
        let server = try await RunningSessions()
        let issued = try await begin(server)
        let second = try await rotate(issued.grant.refreshToken, at: server)
        let third = try await rotate(second.refreshToken, at: server)
        server.date.advance(by: .seconds(29))
        guard case .repeated(let grant) = try await refresh(issued.grant.refreshToken, at: server) else {
            Issue.record("the grace was not given")
            return
        }
        #expect(grant.refreshToken.isEqual(to: second.refreshToken))
        _ = try await rotate(third.refreshToken, at: server)
    }

    @Test func aSessionThatNobodyUsedExpires() async throws {
        let server = try await RunningSessions()
        let issued = try await begin(server)
        server.date.advance(by: .seconds(30 * 86_400))
        guard case .refused(.expired) = try await refresh(issued.grant.refreshToken, at: server) else {
            Issue.record("it did not expire")
            return
        }
    }

    @Test func noSessionLastsLongerThanItsGreatestAge() async throws {
        let server = try await RunningSessions()
        var token = try await begin(server).grant.refreshToken
        for _ in 0..<8 {
            server.date.advance(by: .seconds(20 * 86_400))
            token = try await rotate(token, at: server).refreshToken
        }
        server.date.advance(by: .seconds(20 * 86_400 - 100))
        let last = try await rotate(token, at: server)
        #expect(last.expiresIn == 100, "no access token outlives its session")
        server.date.advance(by: .seconds(100))
        guard case .refused(.expired) = try await refresh(last.refreshToken, at: server) else {
            Issue.record("it did not expire")
            return
        }
    }

    @Test(arguments: ["", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", String(repeating: "x", count: 100_000)])
    func whatWasNeverGrantedIsUnknown(token: String) async throws {
        let server = try await RunningSessions()
        _ = try await begin(server)
        guard case .refused(.unknown) = try await refresh(Secret(token), at: server) else {
            Issue.record("it was worth something")
            return
        }
    }

    @Test func aFullDiskRefusesNothingAndEndsNothing() async throws {
        let server = try await RunningSessions()
        var token = try await begin(server).grant.refreshToken
        try await server.store.fillDisk()
        await #expect(throws: SessionsError.self) {
            for _ in 0..<300 { token = try await rotate(token, at: server).refreshToken }
        }
        try await server.store.freeDisk()
        _ = try await rotate(token, at: server)
    }

    @Test func oldTokensDoNotOpenTheLatestOne() async throws {
        let server = try await RunningSessions()
        var token = try await begin(server).grant.refreshToken
        for _ in 0..<5 {
            server.date.advance(by: .seconds(60))
            token = try await rotate(token, at: server).refreshToken
        }
        let sealed = try await server.database.read { db in
            try db.values(
                "SELECT generation FROM refresh_tokens WHERE sealed_successor IS NOT NULL ORDER BY generation",
                as: Int.self)
        }
        #expect(sealed == [4], "a chain of sealed tokens leads from an old one to the latest")
    }

    @Test(.requirement("TOKEN-01")) func verifyingWidensTheNextGrant() async throws {
        let server = try await RunningSessions()
        let user = User.sample(isVerified: false)
        let issued = try await begin(server, user: user)
        try await server.database.write { db in
            try server.subjects.recordVerification(of: user.id, in: db)
        }
        #expect(try await rotate(issued.grant.refreshToken, at: server).scope == "feed:read feed:write")
    }
}
