import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import OperatingAPI
import PluginKit
import SQLStoreAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// From where and with which program what happens was asked for, and in which session.
struct AuditOriginTests {
    private let server: AuditServer

    init() async throws {
        server = try await AuditServer()
    }

    /// Has something happen while a request is answered.
    private func answering(
        _ method: HTTPMethod, _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
        let middleware = try #require(server.composition.values(of: HTTPMiddlewares.self).first)
        var request = ServerRequest.sample(method, "/somewhere", fields: [.userAgent: "essential/9.1"])
        request.peer.ip = try #require(IPAddress("198.51.100.7"))
        guard middleware.concerns(request) else { return try await work() }
        _ = try await middleware.respond(to: request) { _ in
            await #expect(throws: Never.self) { try await work() }
            return .noContent
        }
    }

    @Test(.requirement("METRIC-01", "AUDIT-14")) func whatARequestDoesSaysWhoAsked() async throws {
        let server = server, ada = try await server.register()
        try await answering(.post) {
            _ = try await server.register("ben@example.com")
            try await server.accounts.database.write { db in
                try server.accounts.server.events.record(.wayInChanged(.passkey, .removed), of: ada.id, in: db)
            }
        }
        try await answering(.get) { _ = try await server.register("cleo@example.com") }
        let events = try await server.events()
        #expect(events.map(\.address) == [nil, "198.51.100.0/24", "198.51.100.0/24", nil])
        #expect(events.map(\.program) == [nil, "essential/9.1", "essential/9.1", nil])
    }

    /// An event that says itself who it was isn't made another one's.
    @Test(.requirement("AUDIT-14")) func whatAnEventSaysItselfStands() async throws {
        let server = server, ada = try await server.register()
        let client = SessionClient(userAgent: "other/1", address: IPAddress("192.0.2.77"))
        try await answering(.post) {
            _ = try await server.accounts.server.issuing.issueSession(for: ada, on: client)
        }
        let login = try #require(try await server.events().last)
        #expect(login.kind == "login.accepted" && login.address == "192.0.2.0/24" && login.program == "other/1")
    }

    @Test(.requirement("METRIC-07", "TOKEN-24")) func aTokenThatIsOldOrUsedAgainIsToldWithItsSession() async throws {
        let server = server, ada = try await server.register(), sessions = server.accounts.server
        let first = try await sessions.issuing.issueSession(for: ada, on: SessionClient())
        let second = try await sessions.issuing.issueSession(for: ada, on: SessionClient())
        try await answering(.post) {
            guard
                case .rotated(let grant) = try await sessions.refreshing.refresh(
                    first.grant.refreshToken, on: SessionClient())
            else { return }
            server.accounts.date.advance(by: .seconds(60))
            _ = try await sessions.refreshing.refresh(grant.refreshToken, on: SessionClient())
            server.accounts.date.advance(by: .seconds(60))
            _ = try await sessions.refreshing.refresh(first.grant.refreshToken, on: SessionClient())
            _ = try await sessions.refreshing.refresh(second.grant.refreshToken, on: SessionClient())
        }
        let told = try await server.events().filter { $0.kind.hasPrefix("token.") }
        #expect(told.map(\.kind) == ["token.reused", "token.refused"])
        #expect(told.map(\.session) == ["\(first.id)", "\(second.id)"])
        #expect(told.map(\.severity) == ["critical", "notice"])
        #expect(told.allSatisfy { $0.address == "198.51.100.0/24" && $0.outcome == "refused" })
        let third = try await sessions.issuing.issueSession(for: ada, on: SessionClient())
        server.accounts.date.advance(by: .seconds(400 * 86_400))
        _ = try await sessions.refreshing.refresh(third.grant.refreshToken, on: SessionClient())
        let expired = try #require(try await server.events().last)
        #expect(expired.kind == "token.expired" && expired.session == "\(third.id)" && expired.cause == "expired")
    }

    /// Or whoever has one would fill the disk, and bury all else.
    @Test(.requirement("METRIC-07")) func aTokenThatIsSentOverAndOverIsToldOnceAnHour() async throws {
        let server = server, ada = try await server.register(), sessions = server.accounts.server
        let session = try await sessions.issuing.issueSession(for: ada, on: SessionClient())
        server.accounts.date.advance(by: .seconds(400 * 86_400))
        for count in 1...2 {
            for _ in 0..<50 {
                _ = try await sessions.refreshing.refresh(session.grant.refreshToken, on: SessionClient())
            }
            #expect(try await server.events().count { $0.kind.hasPrefix("token.") } == count)
            server.accounts.date.advance(by: .seconds(3_601))
        }
    }

    /// By whom: who knew the present one, in which session, or who had a letter.
    @Test(.requirement("METRIC-01")) func aPasswordSaysByWhatItWasReplaced() async throws {
        let server = server, ada = try await server.register()
        let session = try await server.accounts.server.issuing.issueSession(for: ada, on: SessionClient())
        let passwords = server.accounts.passwords
        let prepared = try await passwords.prepare(Secret("another horse battery"))
        for kept in [session.id, nil] {
            try await server.accounts.database.write { db in
                _ = try passwords.replacePassword(of: ada.id, at: ada.email, with: prepared, keeping: kept, in: db)
            }
        }
        let events = try await server.events().filter { $0.kind == "password.replaced" }
        #expect(events.map(\.cause) == ["present_password", "mailed_proof"])
        #expect(events.map(\.session) == ["\(session.id)", nil])
    }

    @Test(.requirement("METRIC-01", "OPS-06")) func whatOperatorsDoIsOfAKindEach() async throws {
        let declared = SecurityMetricsServicePlugin.declarations
        let recorder = try #require(declared.values(of: OperatorDeedRecorders.self).first)
        let deed = OperatorDeed("door-opened", LocalizedText(en: "A door was opened", es: "Se abrió una puerta"))
        let ada = try await server.register(), now = server.accounts.date.value
        try await server.accounts.database.write { db in try recorder.record(deed, ada.id, "front", now, db) }
        let event = try #require(try await server.events().last)
        #expect(event.kind == "operator.door-opened" && event.severity == "warning" && event.cause == "front")
        #expect(event.account == "\(ada.id)")
    }
}
