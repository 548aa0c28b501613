import AccountsServiceTesting
import ConfigurationAPI
import ConfigurationSources
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import Localization
import Locking
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

/// Reports that operators get of each week or day.
@Suite(.timeLimit(.minutes(2)))
struct ReportTests {
    private static let day: TimeInterval = 86_400
    /// Monday, 20 November 2023, 00:00 UTC.
    private static let monday = Date(timeIntervalSince1970: 1_700_438_400)

    /// A server that starts at a time.
    private static func server(
        _ settings: [String: String] = [:], at time: Date = monday.addingTimeInterval(3_600)
    ) async throws -> AuditServer {
        let declarations = SecurityMetricsServicePlugin.declarations.values(of: ConfigurationSections.self)
            .flatMap(\.declarations)
        let flags = settings.merging(["metrics.operators": "ops@example.org,sec@example.org"]) { own, _ in own }
        let server = try await AuditServer(
            ConfigurationLoader(flags: flags.map { .init(name: $0.key, value: $0.value) }).load(declarations))
        set(server, to: time)
        return server
    }

    /// Goes to a time, has what waits be placed, and lets the reporter look.
    private func pass(_ server: AuditServer, to time: Date) async throws {
        Self.set(server, to: time)
        for _ in 0..<2 { try await server.sweep() }
        await server.clock.waitForSleepers()
        server.clock.advance(by: .seconds(300))
        await server.clock.waitForSleepers()
    }

    private static func set(_ server: AuditServer, to time: Date) {
        let date = server.accounts.date
        date.advance(by: .seconds(time.timeIntervalSince(date.value)))
    }

    private func fail(_ server: AuditServer, _ count: Int, from client: String = "198.51.100.7") async throws {
        for number in 0..<count {
            await server.refuse(
                .address(try #require(EmailAddress("user\(number)@example.com"))),
                on: SessionClient(address: IPAddress(client)))
        }
    }

    private func reports(_ server: AuditServer) -> [MailMessage] {
        server.mail.messages.filter { $0.template.name.hasPrefix("incident-report") }
    }

    @Test(.requirement("METRIC-11")) func aReportOfTheWeekComesOnMondayToEachOperator() async throws {
        let server = try await Self.server(at: Self.monday.addingTimeInterval(-3 * Self.day))
        try await server.composition.run {
            // A week that nobody wanted a report of is told to nobody.
            try await pass(server, to: Self.monday.addingTimeInterval(-3 * Self.day))
            try await fail(server, 2)
            try await pass(server, to: Self.monday.addingTimeInterval(899))
            #expect(reports(server).isEmpty, "its last events may have no place yet")
            try await pass(server, to: Self.monday.addingTimeInterval(900))
            let letters = reports(server)
            #expect(letters.map { "\($0.recipient)" } == ["ops@example.org", "sec@example.org"])
            #expect(letters.map(\.template.name) == ["incident-report-quiet", "incident-report-quiet"])
            #expect(
                letters[0].text.contains(
                    "From 13 Nov 2023 to 19 Nov 2023 (UTC) nothing looked like an attack on accounts of Essential. Failed "
                        + "logins: 2 (before: 0)."))
            #expect(letters[0].text.contains("Inicios de sesión fallidos: 2 (antes: 0)."))
            #expect(letters[0].text.split(separator: "\n").count == 2, "a line for each language")

            for _ in 0..<3 { try await pass(server, to: Self.monday.addingTimeInterval(6.9 * Self.day)) }
            #expect(reports(server).count == 2)
            try await pass(server, to: Self.monday.addingTimeInterval(7.5 * Self.day))
            #expect(reports(server).count == 4)
            #expect(reports(server)[2].text.contains("Failed logins: 0 (before: 2)."))
        }
    }

    @Test(.requirement("METRIC-11")) func theWorstIsFirstWithAdviceAndWithTheTimeBefore() async throws {
        let server = try await Self.server(["metrics.report": "daily"])
        try await server.composition.run {
            try await pass(server, to: Self.monday.addingTimeInterval(3_600))
            let person = try await server.register("mallory@example.com")
            let session = try await server.accounts.server.issuing.issueSession(for: person, on: SessionClient())
            _ = try await server.accounts.server.ending.endSession(session.id, of: person.id, because: .reuse)
            try await fail(server, 12)
            try await pass(server, to: Self.monday.addingTimeInterval(Self.day - 60))
            try await fail(server, 3, from: "192.0.2.1")
            try await pass(server, to: Self.monday.addingTimeInterval(Self.day + 900))
            let letter = try #require(reports(server).first)
            #expect(letter.template.name == "incident-report" && reports(server).count == 2)
            let text = letter.template.wording(in: .english).filled(with: letter.values(in: .english)).text
            let order = [
                "Open incidents, the worst first: 2. Found in this time: 2 (before: 0).",
                "Somebody has a copy of a session's token", "Logins to many accounts fail from one network",
                "198.51.100.0/24", "token: All sessions of the account ended",
                "one network: Look at its events (audit show)", "from 20 Nov 2023 to 20 Nov 2023",
                "    Failed logins: 15 (before: 0)", "    Accounts made: 1 (before: 0)",
                "    Spent tokens used again: 1 (before: 0)",
            ]
            var rest = text[...]
            for words in order {
                let found = try #require(rest.firstRange(of: words), "\(words) isn't in its place in \(text)")
                rest = rest[found.upperBound...]
            }
            #expect(!letter.text.contains("mallory@") && !letter.text.contains("user1@"))

            // It stays open, so it stays in the report; what counted is of before now.
            try await pass(server, to: Self.monday.addingTimeInterval(2 * Self.day + 900))
            let next = try #require(reports(server).last).text
            #expect(next.contains("Incidentes abiertos, primero lo peor: 2. Encontrados en este tiempo: 0 (antes: 2)."))
            #expect(next.contains("Failed logins: 0 (before: 15)") && next.contains(", over, events: 12"))
        }
    }

    /// What is written once stays so over starts anew and clocks that go back and forth.
    @Test(.requirement("METRIC-11")) func eachReportIsWrittenOnce() async throws {
        let server = try await Self.server(["metrics.report": "daily"])
        try await server.composition.run {
            try await pass(server, to: Self.monday.addingTimeInterval(3_600))
            for hours in [25.0, 26, 2, 25, 49, 30, 50, 26, 60] {
                try await pass(server, to: Self.monday.addingTimeInterval(hours * 3_600))
            }
            #expect(reports(server).count == 4)
        }
        let next = try await server.anew()
        try await next.composition.run {
            try await pass(next, to: Self.monday.addingTimeInterval(61 * 3_600))
            #expect(reports(next).isEmpty)
            // Of what passed while it was away, the latest.
            try await pass(next, to: Self.monday.addingTimeInterval(9.5 * Self.day))
            #expect(reports(next).count == 2)
            #expect(reports(next)[0].text.contains("From 28 Nov 2023 to 28 Nov 2023"))
        }
    }

    /// Two servers of a database, at the same moment.
    @Test(.requirement("METRIC-11")) func severalServersWriteOneReport() async throws {
        let first = try await Self.server(["metrics.report": "daily"]), second = try await first.anew()
        try await first.composition.run {
            try await pass(first, to: Self.monday.addingTimeInterval(3_600))
            try await second.composition.run {
                Self.set(first, to: Self.monday.addingTimeInterval(Self.day + 900))
                for server in [first, second] {
                    await server.clock.waitForSleepers()
                    server.clock.advance(by: .seconds(300))
                }
                for server in [first, second] { await server.clock.waitForSleepers() }
                #expect(reports(first).count + reports(second).count == 2)
            }
        }
    }

    /// A letter that can't be kept leaves no trace of having been written.
    @Test(.requirement("METRIC-11")) func aReportThatCannotBeWrittenComesLater() async throws {
        let server = try await Self.server(["metrics.report": "daily"])
        try await server.composition.run {
            try await pass(server, to: Self.monday.addingTimeInterval(3_600))
            server.database.failWrites(with: SQLError(.diskFull, "no room"))
            try await pass(server, to: Self.monday.addingTimeInterval(Self.day + 900))
            #expect(reports(server).isEmpty)
            server.database.failWrites(with: nil)
            server.isTimeDisputed.withLock { $0 = true }
            try await pass(server, to: Self.monday.addingTimeInterval(Self.day + 1_200))
            #expect(reports(server).isEmpty, "nobody knows which day is over")
            server.isTimeDisputed.withLock { $0 = false }
            try await pass(server, to: Self.monday.addingTimeInterval(Self.day + 1_500))
            #expect(reports(server).count == 2)
        }
    }

    /// Nothing is called quiet while events wait, as they do where somebody changed the trail.
    @Test(.requirement("METRIC-11")) func aReportWaitsForWhatIsNotCountedYet() async throws {
        let server = try await Self.server(["metrics.report": "daily"])
        try await server.composition.run {
            try await pass(server, to: Self.monday.addingTimeInterval(3_600))
            try await fail(server, 3)
            Self.set(server, to: Self.monday.addingTimeInterval(Self.day + 900))
            for _ in 0..<2 {
                await server.clock.waitForSleepers()
                server.clock.advance(by: .seconds(300))
                await server.clock.waitForSleepers()
            }
            #expect(reports(server).isEmpty)
            #expect(server.log.records.filter { $0.message.contains("can't be written yet") }.count == 1)
            try await pass(server, to: Self.monday.addingTimeInterval(Self.day + 1_800))
            #expect(reports(server).first?.text.contains("Failed logins: 3 (before: 0).") == true)
        }
    }

    /// A clock that was wrong puts events of another time between those of a day.
    @Test(.requirement("METRIC-11")) func eventsOfAnotherTimeArentCounted() async throws {
        let server = try await Self.server(["metrics.report": "daily"])
        try await server.composition.run {
            try await pass(server, to: Self.monday.addingTimeInterval(3_600))
            try await fail(server, 1)
            server.isTimeDisputed.withLock { $0 = true }
            try await pass(server, to: Self.monday.addingTimeInterval(-30 * Self.day))
            try await fail(server, 2)
            server.isTimeDisputed.withLock { $0 = false }
            try await pass(server, to: Self.monday.addingTimeInterval(Self.day - 1))
            try await fail(server, 4)
            try await pass(server, to: Self.monday.addingTimeInterval(Self.day + 900))
            #expect(reports(server).first?.text.contains("Failed logins: 5 (before: 0).") == true)
        }
    }

    @Test(.requirement("METRIC-11"), arguments: [["metrics.report": "off"], ["metrics.operators": ""]])
    func nobodyGetsWhatNobodyWants(_ settings: [String: String]) async throws {
        let server = try await Self.server(settings)
        try await server.composition.run {
            for week in 0..<3 {
                Self.set(server, to: Self.monday.addingTimeInterval(Double(week) * 7.5 * Self.day))
                server.clock.advance(by: .seconds(300))
            }
        }
        #expect(server.mail.messages.isEmpty)
    }
}
