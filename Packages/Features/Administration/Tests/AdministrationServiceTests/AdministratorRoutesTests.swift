import AccountsServiceAPI
import AdministrationAPI
import AdministrationService
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import SecurityMetricsAPI
import SecurityMetricsServiceAPI
import SecurityMetricsServiceTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

/// Who is an administrator, by real tables.
struct AdministratorRoutesTests {
    fileprivate static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let path = "/auth/administrator"
    private let store: TemporaryDatabase
    private let audit = AuditSpy(), sessions = RequestAuthenticatingStub()
    private let suspended = Locked<Set<UserID>>([])
    private let ana = UserID(UUID()), ben = UserID(UUID())
    private let cryptography: Cryptography
    private let composed: Assembly<AdministrationServicePlugin.Exports>

    /// Nothing happened, and nobody has an account.
    private struct Nothing: EventBrowsing, IncidentClosing, AccountReadingInTransaction, AccountListing {
        let kinds: [EventKind] = []

        func events(_ query: EventQuery, before: Int?) async throws(EventsUnavailable) -> EventPage {
            throw EventsUnavailable()
        }
        func counts(of days: [EventDay]) async throws(EventsUnavailable) -> [EventCount] { [] }
        func counts(ofKinds: [String], in: [EventSpan]) async throws(EventsUnavailable) -> [[Int]] { [] }
        func export(
            _ query: EventQuery, as format: EventFormat, from place: EventExport.Place?
        ) async throws(EventsUnavailable) -> EventExport {
            let position = (place?.position ?? 0) + 1
            return EventExport(Data("\(position)".utf8), next: position < 5 ? .init(position: position, end: 5) : nil)
        }
        func incidents(open: Bool, before: Int?) async throws(EventsUnavailable) -> IncidentPage {
            IncidentPage([], next: nil)
        }
        func incident(_ number: Int) async throws(EventsUnavailable) -> ShownIncident? { nil }
        func close(_ number: Int, by: UserID, in transaction: any SQLWriting) throws -> ClosedIncident {
            number == 1 ? .closed : .unknown
        }
        func account(_ id: UserID, in transaction: any SQLReading) throws -> User? {
            EmailAddress("ana@example.com").map {
                User(id: id, name: "Ana", email: $0, isVerified: true, createdAt: AdministratorRoutesTests.now)
            }
        }
        func accounts(
            after: UserID?, limit: Int, in transaction: any SQLReading
        ) throws -> (accounts: [ListedAccount], hasMore: Bool)? { nil }
        func account(_ id: UserID, in transaction: any SQLReading) throws -> ListedAccount? { nil }
        func account(at email: EmailAddress, in transaction: any SQLReading) throws -> ListedAccount? { nil }
    }

    init() async throws {
        store = try await TemporaryDatabase(AdministrationMigrations.all)
        cryptography = try Cryptography.real()
        composed = AdministrationServicePlugin.assemble(
            .init(
                database: store.database, cryptography: cryptography, sessions: sessions, accounts: Nothing(),
                listing: Nothing(),
                states: { [suspended] in [AccountStatesStub { suspended.current.contains($0.id) ? [.suspended] : [] }]
                },
                acts: { [] }, facts: { [] }, browsing: Nothing(), closing: Nothing(),
                audit: { [audit] in [audit] }, checks: { [] }, log: LogSpy().logger, now: { Self.now }))
        for (name, id) in [("ana", ana), ("ben", ben)] {
            sessions.set(.sample(userID: id, authentication: Authentication([.password], at: Self.now)), for: name)
        }
    }

    /// What somebody sees and does in their session.
    private func desk(of name: String) throws -> any Administrating {
        let session = try #require(sessions.session(of: name))
        return composed.exports.desk(Administrator(id: session.userID, session: session.sessionID))
    }

    private func invite(at time: Date = now) async throws -> String {
        let invitations = Invitations(cryptography)
        return try await store.database.write { db in try invitations.make(at: time, in: db) }
    }

    private func ask(_ method: HTTPMethod, as name: String, _ token: String = "") async throws -> HTTPStatus {
        let route = try #require(
            composed.contributions.values(of: HTTPRoutes.self).first { $0.method == method })
        let body = method == .post ? Data(#"{"token":"\#(token)"}"#.utf8) : Data()
        let request = ServerRequest.sample(
            method, Self.path, fields: [.authorization: "Bearer \(name)", .contentType: "application/json"],
            body: body)
        do {
            return try await route.handler(request).status
        } catch let problem as HTTPProblem {
            return problem.status
        }
    }

    @Test(.requirement("ADMIN-01", "ADMIN-02")) func anInvitationIsGoodOnceAndForADay() async throws {
        let token = try await invite()
        #expect(try await ask(.get, as: "ana") == .notFound)
        #expect(try await ask(.post, as: "ana", "none") == .notFound)
        #expect(try await ask(.post, as: "ana", token) == .noContent)
        #expect(try await ask(.post, as: "ana", token) == .noContent, "an answer that was lost")
        #expect(try await ask(.post, as: "ben", token) == .notFound)
        #expect(try await ask(.get, as: "ana") == .ok)
        #expect(try await ask(.get, as: "ben") == .notFound)
        let old = try await invite(at: Self.now.addingTimeInterval(-Invitations.lifetime))
        #expect(try await ask(.post, as: "ben", old) == .notFound)
        #expect(audit.events.map(\.kind.name) == ["administrator.made"] && audit.events[0].account == ana)
    }

    /// Whoever is none learns nothing of proving it; whoever is one proves it each time.
    @Test(.requirement("ADMIN-03", "ADMIN-04")) func aProofOfBeforeIsNone() async throws {
        let token = try await invite()
        let old = Authentication([.password], at: Self.now.addingTimeInterval(-301))
        sessions.set(.sample(userID: ana, authentication: old), for: "ana")
        #expect(try await ask(.get, as: "ana") == .notFound)
        #expect(try await ask(.post, as: "ana", token) == .unauthorized)
        sessions.set(.sample(userID: ana, authentication: Authentication([.password], at: Self.now)), for: "ana")
        #expect(try await ask(.post, as: "ana", token) == .noContent)
        sessions.set(.sample(userID: ana, authentication: old), for: "ana")
        #expect(try await ask(.get, as: "ana") == .unauthorized)
    }

    @Test(.requirement("ADMIN-05")) func mailMakesNobodyAnAdministratorAndAKnownPasswordKeepsOne() async throws {
        let user = User(
            id: ana, name: "Ana", email: try #require(EmailAddress("ana@example.com")), isVerified: true,
            createdAt: Self.now)
        let observers = composed.contributions.values(of: AccountObservers.self)
        for (event, stays) in [
            (AccountEvent.passwordReplaced(user, in: SessionID(UUID())), true), (.addressReplaced(user), true),
            (.passwordReplaced(user), false), (.returned(user, since: Self.now), false), (.deleted(user), false),
        ] {
            #expect(try await ask(.post, as: "ana", try await invite()) == .noContent)
            try await store.database.write { db in
                for observer in observers { try observer.record(event, in: db) }
            }
            #expect(try await ask(.get, as: "ana") == (stays ? .ok : .notFound), "\(event)")
        }
        #expect(audit.events.count { $0.kind.name == "administrator.ended" } == 2)
    }

    /// A request that was on its way when they were suspended undoes nothing of that.
    @Test(.requirement("ADMIN-02", "ADMIN-07", "OPS-06")) func whoIsSuspendedDoesNothing() async throws {
        #expect(try await ask(.post, as: "ana", try await invite()) == .noContent)
        let desk = try desk(of: "ana")
        suspended.withLock { $0 = [ana] }
        await #expect(throws: AdministrationError.notAdministrator) { _ = try await desk.closeIncident(1) }
        suspended.withLock { $0 = [ben] }
        #expect(try await desk.closeIncident(1) == true)
    }

    /// Whoever took a session that the owner ended while a page was on its way does nothing by it.
    @Test(.requirement("ADMIN-02", "SESS-06")) func aSessionThatEndedDoesNothing() async throws {
        let runs = Locked(true)
        sessions.set(
            .sample(
                userID: ana, authentication: Authentication([.password], at: Self.now), isRunning: { runs.current }),
            for: "ana")
        #expect(try await ask(.post, as: "ana", try await invite()) == .noContent)
        let desk = try desk(of: "ana")
        #expect(try await desk.closeIncident(1) == true)
        runs.withLock { $0 = false }
        await #expect(throws: AdministrationError.notLoggedIn) { _ = try await desk.closeIncident(1) }
    }

    /// An export takes as long as somebody's connection: it ends with who asked for it.
    @Test(.requirement("ADMIN-02", "METRIC-12")) func whoIsRemovedGetsNoMoreOfAnExport() async throws {
        #expect(try await ask(.post, as: "ana", try await invite()) == .noContent)
        let desk = try desk(of: "ana"), sent = Locked("")
        try await desk.export(EventQuery(), as: .csv) { part in
            sent.withLock { $0 += String(decoding: part, as: UTF8.self) }
        }
        #expect(sent.current == "12345")
        await #expect(throws: AdministrationError.notAdministrator) {
            try await desk.export(EventQuery(), as: .csv) { [store, ana] part in
                sent.withLock { $0 += String(decoding: part, as: UTF8.self) }
                try await store.database.write { db in _ = try AdministratorRow.remove(ana, in: db) }
            }
        }
        #expect(sent.current == "123451")
    }

    /// Somebody who is removed while a page of theirs is on its way does nothing by it.
    @Test(.requirement("ADMIN-02", "ADMIN-07")) func whoIsNoneAnyMoreDoesNothing() async throws {
        #expect(try await ask(.post, as: "ana", try await invite()) == .noContent)
        let desk = try desk(of: "ana")
        #expect(try await desk.closeIncident(1) == true)
        #expect(try await desk.closeIncident(2) == nil)
        try await store.database.write { [ana] db in _ = try AdministratorRow.remove(ana, in: db) }
        await #expect(throws: AdministrationError.notAdministrator) { _ = try await desk.closeIncident(1) }
        await #expect(throws: AdministrationError.unavailable(EventsUnavailable().text)) {
            _ = try await desk.events(EventQuery(), before: nil)
        }
    }
}
