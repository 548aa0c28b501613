import AccountsServiceAPI
import CoreModels
import DeviceFindingsContract
import DeviceFindingsService
import DeviceIntegrityAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import PluginKit
import SQLStoreAPI
import SecurityMetricsServiceAPI
import SecurityMetricsServiceTesting
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import TelemetryAPI
import TelemetryTesting
import Testing

/// What the server makes of what clients say of themselves, over the real sessions of a server.
struct DeviceFindingRoutesTests {
    private let ada = User.sample(), eve = User.sample(email: "eve@example.com")
    private let server: RunningSessions, router: Router, composition: Composition
    private let audit = AuditSpy(), log = LogSpy()

    init() async throws {
        let relay = SessionObserverRelay()
        server = try await RunningSessions(others: DeviceFindingsMigrations.all, observers: [relay])
        var host = PluginHost()
        try host.install(
            DeviceFindingsServicePlugin.self,
            .init(
                database: server.database, sessions: server.authentication, audit: { [audit] in [audit] },
                log: log.logger, now: server.date.now))
        composition = try host.composed()
        relay.relay(to: composition.values(of: SessionObservers.self))
        router = try Router(routes: composition.values(of: HTTPRoutes.self), observer: RequestObserverSpy())
    }

    private func tell(_ body: String, as session: IssuedSession?) async throws -> (status: HTTPStatus, body: String) {
        let fields: HTTPFields =
            session.map { [.authorization: "Bearer \($0.grant.accessToken.withText { $0 ?? "" })"] } ?? [:]
        let answer = await router.respond(to: .json(.post, DeviceFindingsContract.path, body, fields: fields))
        return (answer.status, String(decoding: try await answer.collectBody(), as: UTF8.self))
    }

    private func logIn(_ user: User) async throws -> IssuedSession {
        try await server.issuing.issueSession(for: user, on: SessionClient(device: "desk"))
    }

    private func rows() async throws -> Int {
        try await server.database.read { try $0.value("SELECT count(*) FROM device_findings", as: Int.self) ?? 0 }
    }

    @Test(.requirement("DEVINT-03", "START-04"), arguments: IntegrityFinding.Kind.allCases)
    func aFindingBecomesACriticalEventOfTheSession(_ kind: IntegrityFinding.Kind) async throws {
        let session = try await logIn(ada)
        #expect(try await tell(#"{"kind":"\#(kind.rawValue)"}"#, as: session).status == .noContent)
        let event = try #require(audit.events.first)
        #expect(audit.events.count == 1 && event.kind.name == "device.tampered" && event.kind.severity == .critical)
        #expect(event.account == ada.id && event.session == session.id && event.outcome == .done)
        #expect(event.cause == "\(kind.violation.rawValue) \(kind.rawValue)")
        #expect(log.records.filter { $0.level == .critical }.count == 1)
    }

    /// A client that says the same all day, or that nobody's program says.
    @Test(.requirement("DEVINT-03")) func aFloodIsAnEventForEachKindAndSession() async throws {
        let session = try await logIn(ada)
        for _ in 0..<20 {
            for kind in IntegrityFinding.Kind.allCases {
                #expect(try await tell(#"{"kind":"\#(kind.rawValue)"}"#, as: session).status == .noContent)
            }
        }
        let count = IntegrityFinding.Kind.allCases.count
        #expect(audit.events.count == count)
        #expect(try await rows() == count)
        _ = try await tell(#"{"kind":"traced"}"#, as: try await logIn(ada))
        #expect(audit.events.count == count + 1)
    }

    @Test(
        .requirement("DEVINT-03"),
        arguments: [
            #"{"kind":"of_next_year"}"#, #"{"kind":""}"#, #"{"kind":7}"#, "{}", "[]", "", "{",
            #"{"kind":"\#(String(repeating: "a", count: 300))"}"#, #"{"kind":"traced\u0000"}"#,
            #"{"kind":"ＴＲＡＣＥＤ"}"#,
        ])
    func whatIsNoFindingIsRefusedAndWritesNothing(_ body: String) async throws {
        let session = try await logIn(ada)
        let answer = try await tell(body, as: session)
        #expect((400..<500).contains(answer.status.rawValue) && answer.status != .unauthorized)
        #expect(audit.events.isEmpty && log.messages.isEmpty)
        #expect(try await rows() == 0)
    }

    @Test(.requirement("DEVINT-03")) func nobodyTellsOfAnothersSession() async throws {
        #expect(try await tell(#"{"kind":"traced"}"#, as: nil).status == .unauthorized)
        let ada = try await logIn(ada), eve = try await logIn(eve)
        // Whatever else the body names: the session is that of the credentials.
        let body = #"{"kind":"traced","session":"\#(ada.id)","user":"\#(self.ada.id)","account":"\#(self.ada.id)"}"#
        #expect(try await tell(body, as: eve).status == .noContent)
        #expect(audit.events.map(\.session) == [eve.id] && audit.events.map(\.account) == [self.eve.id])
        #expect(audit.events.first?.cause == "debugger_attached traced")
    }

    @Test(.requirement("DEVINT-03")) func aSessionThatEndedTellsNothingAndLeavesNothing() async throws {
        let session = try await logIn(ada), other = try await logIn(eve)
        for device in [session, other] { _ = try await tell(#"{"kind":"traced"}"#, as: device) }
        #expect(try await rows() == 2)
        _ = try await server.ending.endSession(holding: session.grant.refreshToken, because: .logout)
        #expect(try await rows() == 1)
        #expect(try await tell(#"{"kind":"running_as_root"}"#, as: session).status == .unauthorized)
        #expect(audit.events.count == 2)
    }

    @Test(.requirement("DEVINT-03")) func theAccountsRowsGoWithIt() async throws {
        for user in [ada, eve] { _ = try await tell(#"{"kind":"traced"}"#, as: try await logIn(user)) }
        let observers = composition.values(of: AccountObservers.self)
        try await server.database.write { db in
            for observer in observers { try observer.record(.deleted(ada), in: db) }
        }
        #expect(try await rows() == 1)
    }

    @Test(.requirement("DEVINT-03")) func whatCannotBeWrittenIsToldLater() async throws {
        let session = try await logIn(ada)
        try await server.database.write { try $0.run("DROP TABLE device_findings") }
        #expect(try await tell(#"{"kind":"traced"}"#, as: session).status == .serviceUnavailable)
        #expect(audit.events.isEmpty)
    }

    @Test(.requirement("DEVINT-03")) func itIsLimited() throws {
        let route = try #require(composition.values(of: HTTPRoutes.self).first)
        #expect(route.limit?.requests == 30 && route.limit?.seconds == 300 && route.bodyLimit == 256)
        #expect(route.access == .session)
    }
}
