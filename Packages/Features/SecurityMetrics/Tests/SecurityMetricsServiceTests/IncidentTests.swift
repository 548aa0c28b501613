import AccountsServiceAPI
import AccountsServiceTesting
import ConfigurationAPI
import ConfigurationSources
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import LoginServiceAPI
import MailAPI
import MailTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import SecurityMetricsService
import SecurityMetricsServiceAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

/// Incidents as a server keeps and tells them.
struct IncidentTests {
    private static func server(_ settings: [String: String] = [:]) async throws -> AuditServer {
        let declarations = SecurityMetricsServicePlugin.declarations.values(of: ConfigurationSections.self)
            .flatMap(\.declarations)
        return try await AuditServer(
            ConfigurationLoader(flags: settings.map { .init(name: $0.key, value: $0.value) }).load(declarations))
    }

    /// Somebody tries addresses, one after another.
    private func spray(
        _ server: AuditServer, _ addresses: Range<Int>, from client: String = "198.51.100.7"
    ) async throws {
        for number in addresses {
            await server.refuse(
                .address(try #require(EmailAddress("user\(number)@example.com"))),
                on: SessionClient(address: IPAddress(client)))
        }
    }

    private func rows(_ server: AuditServer) async throws -> [IncidentRow] {
        try await server.accounts.database.read { db in try IncidentRow.latest(10, isOpen: false, in: db) }
    }

    private func tellings(_ server: AuditServer) -> Int {
        server.log.records.filter { $0.message.contains("an incident was found") && $0.level == .critical }.count
    }

    @Test(.requirement("METRIC-03", "METRIC-05", "METRIC-10")) func sprayingIsKeptAndToldOnce() async throws {
        let server = try await Self.server(["metrics.operators": "ops@example.org"])
        try await server.composition.run {
            try await spray(server, 0..<9)
            try await server.sweep()
            #expect(try await rows(server).isEmpty)
            server.accounts.date.advance(by: .seconds(20))
            try await spray(server, 9..<12)
            server.accounts.date.advance(by: .seconds(10))
            try await server.sweep()
            let row = try #require(try await rows(server).first)
            #expect(row.rule == "spraying" && row.network == "198.51.100.0/24" && row.account == nil)
            #expect(row.events == 12 && row.targets == 12 && row.networks == 1 && !row.isLate)
            #expect(row.crossedAt.timeIntervalSince(row.begunAt) == 20 && row.endedAt == nil)
            #expect(tellings(server) == 1)
            #expect(server.mail.messages.map(\.recipient.description) == ["ops@example.org"])
            #expect(server.mail.messages[0].text.contains("198.51.100.0/24"))
            #expect(try await server.events().last { $0.kind == "incident.found" }?.cause == "spraying \(row.number)")

            try await spray(server, 12..<15)
            try await server.sweep()
            #expect(try await rows(server).map(\.events) == [15])
            server.accounts.date.advance(by: .seconds(901))
            try await server.sweep()
            let ended = try #require(try await rows(server).first)
            #expect(ended.endedAt == ended.latestAt && tellings(server) == 1 && server.mail.messages.count == 1)
        }
    }

    /// What is found while the database fails is written as soon as it doesn't, and is called late.
    @Test(.requirement("METRIC-09", "METRIC-10")) func whatIsFoundTooLateIsAnIncidentThatSaysSo() async throws {
        let server = try await Self.server()
        try await server.composition.run {
            server.database.failWrites(with: SQLError(.diskFull, "no room"))
            try await spray(server, 0..<12)
            server.database.failWrites(with: nil)
            server.accounts.date.advance(by: .seconds(61))
            try await server.sweep()
            #expect(try await rows(server).map(\.isLate) == [true])
        }
    }

    /// Nobody is flooded by whoever has many networks.
    @Test(.requirement("METRIC-03")) func lettersWaitForEachOther() async throws {
        let server = try await Self.server(["metrics.operators": "ops@example.org,sec@example.org"])
        try await server.composition.run {
            for user in 0..<3 {
                let person = try await server.register("user\(user)@example.com")
                let session = try await server.accounts.server.issuing.issueSession(for: person, on: SessionClient())
                _ = try await server.accounts.server.ending.endSession(session.id, of: person.id, because: .reuse)
                try await server.sweep()
            }
            #expect(tellings(server) == 3 && server.mail.messages.count == 2)
            server.accounts.date.advance(by: .seconds(600))
            try await server.sweep()
            #expect(server.mail.messages.count == 4 && server.mail.messages[2].values["count"] == "2")
        }
    }

    /// A start anew doesn't tell what was told, nor does it lose the end.
    @Test(.requirement("METRIC-05")) func anIncidentOutlivesTheServerThatFoundIt() async throws {
        let server = try await Self.server()
        try await server.composition.run {
            try await spray(server, 0..<12)
            try await server.sweep()
        }
        let next = try await server.anew()
        try await next.composition.run {
            try await spray(next, 20..<32)
            try await next.sweep()
            #expect(try await rows(next).count == 1 && tellings(next) == 0)
        }
        let last = try await next.anew()
        try await last.composition.run {
            last.accounts.date.advance(by: .seconds(1_000))
            try await last.sweep()
            #expect(try await rows(last).allSatisfy { $0.endedAt != nil })
            try await spray(last, 40..<52)
            try await last.sweep()
            #expect(try await rows(last).count == 2 && tellings(last) == 1)
        }
    }

    /// Nothing says any more about whom an incident was, as in the trail.
    @Test(.requirement("AUDIT-08", "DATA-04")) func aDeletedAccountIsForgotten() async throws {
        let server = try await Self.server(), ada = try await server.register()
        try await server.composition.run {
            let session = try await server.accounts.server.issuing.issueSession(for: ada, on: SessionClient())
            _ = try await server.accounts.server.ending.endSession(session.id, of: ada.id, because: .reuse)
            try await server.sweep()
            #expect(try await rows(server).map(\.account) == [ada.id])
            try await server.accounts.database.write { db in
                for observer in server.composition.values(of: AccountObservers.self) {
                    try observer.record(.deleted(ada), in: db)
                }
            }
            #expect(try await rows(server).map(\.account) == [nil])
            try await server.sweep()
            server.accounts.date.advance(by: .seconds(100_000))
            try await server.sweep()
            let row = try #require(try await rows(server).first)
            #expect(try await rows(server).count == 1 && row.account == nil && row.endedAt != nil)
        }
    }

    /// Also while nobody had it written yet.
    @Test(.requirement("AUDIT-08", "DATA-04")) func anAccountThatIsDeletedAtOnceIsForgotten() async throws {
        let server = try await Self.server(), ada = try await server.register()
        try await server.composition.run {
            let session = try await server.accounts.server.issuing.issueSession(for: ada, on: SessionClient())
            _ = try await server.accounts.server.ending.endSession(session.id, of: ada.id, because: .reuse)
            try await server.accounts.database.write { db in
                for observer in server.composition.values(of: AccountObservers.self) {
                    try observer.record(.deleted(ada), in: db)
                }
            }
            try await server.sweep()
            #expect(try await rows(server).isEmpty)
        }
    }

    /// Where no addresses are kept, nothing in the table tells two networks apart.
    @Test(.requirement("METRIC-05")) func twoNetworksAreTwoIncidentsAlsoWhereNoneIsKept() async throws {
        let server = try await Self.server(["audit.address": "none"])
        try await server.composition.run {
            for _ in 1...2 {
                try await spray(server, 0..<12)
                try await spray(server, 0..<13, from: "203.0.113.9")
                try await server.sweep()
                let found = try await rows(server)
                #expect(found.count == 2 && found.allSatisfy { $0.network == nil } && tellings(server) == 2)
            }
            #expect(try await Set(rows(server).map(\.events)) == [24, 26])
        }
    }
}
