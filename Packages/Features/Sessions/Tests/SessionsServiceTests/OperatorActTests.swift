import CoreModels
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SessionsService
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

/// What an operator's command does to sessions, beside a server that runs.
struct OperatorActTests {
    private let server: RunningSessions
    private let ada = User.sample(), ben = User.sample(email: "ben@example.com")

    init() async throws {
        server = try await RunningSessions()
    }

    private func act(_ act: OperatorAct, on user: User) async throws -> Int {
        let now = server.date.value
        return try await server.database.write { db in
            try OperatorActFollowing.sessions.follow(act, user.id, now, db)
        }
    }

    private func session(of issued: IssuedSession) async -> AuthenticatedSession? {
        let bearer = issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }
        return try? await server.authentication.authenticate(Requests.request(authorization: bearer)) ?? nil
    }

    @Test(
        .requirement("OPS-06", "TOKEN-27"),
        arguments: [(SessionEndReason.suspended, RefreshRefusal.suspended), (.endedByOperator, .endedByOperator)])
    func allSessionsOfOnePersonEndAtOnceAndTheirDevicesAreToldWhy(
        reason: SessionEndReason, refusal: RefreshRefusal
    ) async throws {
        let device = SessionClient(device: "phone", keyThumbprint: "key")
        let browser = try await server.issuing.issueSession(for: ada, on: SessionClient())
        let phone = try await server.issuing.issueSession(for: ada, on: device)
        let other = try await server.issuing.issueSession(for: ben, on: SessionClient())
        #expect(await session(of: browser) != nil)
        #expect(try await act(.endedAccess(because: reason), on: ada) == 2)
        #expect(await session(of: browser) == nil)
        #expect(await session(of: other) != nil)
        guard
            case .refused(refusal) = try await server.refreshing.refresh(
                browser.grant.refreshToken, on: SessionClient()),
            case .refusedToItsDevice(refusal) = try await server.refreshing.refresh(
                phone.grant.refreshToken, on: device)
        else {
            Issue.record("not told why")
            return
        }
        let told = try await server.database.read { db in
            try db.values(
                "SELECT detail FROM security_events WHERE user_id = \(ada.id) AND kind = 'session_ended'",
                as: String.self)
        }
        #expect(told == [reason.rawValue, reason.rawValue])
        #expect(try await act(.endedAccess(because: reason), on: ada) == 0, "once")
    }

    /// It may come back: what a device keeps and what waits on it isn't forgotten before.
    @Test(.requirement("OPS-06", "DATA-04")) func devicesHearOfASuspensionWhereAnOperatorDeletes() async throws {
        let issued = try await server.issuing.issueSession(for: ada, on: SessionClient())
        #expect(try await act(.endedAccess(because: .accountClosed), on: ada) == 1)
        guard
            case .refused(.suspended) = try await server.refreshing.refresh(
                issued.grant.refreshToken, on: SessionClient())
        else {
            Issue.record("not told of a suspension")
            return
        }
    }

    @Test(.requirement("OPS-06")) func anAddressThatIsTakenAsProvedCountsForSessionsThatRun() async throws {
        let user = User.sample(isVerified: false)
        let issued = try await server.issuing.issueSession(for: user, on: SessionClient())
        #expect(await session(of: issued)?.isVerified == false)
        #expect(try await act(.tookAddressAsProved, on: user) == 0)
        #expect(await session(of: issued)?.isVerified == true)
    }
}
