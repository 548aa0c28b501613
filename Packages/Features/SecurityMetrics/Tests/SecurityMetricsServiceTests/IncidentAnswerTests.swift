import AccountsServiceAPI
import AccountsServiceTesting
import CaptchaServiceAPI
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
import Testing

/// What is done by itself against incidents.
struct IncidentAnswerTests {
    private static func server(_ settings: [String: String] = [:]) async throws -> AuditServer {
        let declarations = SecurityMetricsServicePlugin.declarations.values(of: ConfigurationSections.self)
            .flatMap(\.declarations)
        return try await AuditServer(
            ConfigurationLoader(flags: settings.map { .init(name: $0.key, value: $0.value) }).load(declarations))
    }

    private func spray(_ server: AuditServer, from clients: [String], at times: Int = 12) async throws {
        for number in 0..<times {
            await server.refuse(
                .address(try #require(EmailAddress("user\(number)@example.com"))),
                on: SessionClient(address: IPAddress(clients[number % clients.count])))
        }
        try await server.sweep()
    }

    /// What is wanted of a client.
    private func demand(_ server: AuditServer, from client: String) throws -> Int? {
        let peer = try #require(IPAddress(client))
        return server.composition.values(of: CaptchaDemands.self).compactMap { $0.demand(from: peer) }.max()
    }

    private func rows(_ server: AuditServer) async throws -> [IncidentRow] {
        try await server.accounts.database.read { db in try IncidentRow.latest(10, isOpen: false, in: db) }
    }

    @Test(
        .requirement("METRIC-05", "CAPTCHA-01"),
        arguments: [
            ("198.51.100.7", "198.51.100.200", "198.51.101.7"), ("2001:db8:1::7", "2001:db8:1:2::9", "2001:db8:2::7"),
        ])
    func whoeverIsBesideAnAttackerPaysUntilItIsOver(attacker: String, neighbour: String, other: String) async throws {
        let server = try await Self.server()
        try await server.composition.run {
            try await spray(server, from: [attacker], at: 9)
            #expect(try demand(server, from: neighbour) == nil)
            try await spray(server, from: [attacker])
            #expect(try demand(server, from: neighbour) == 10 && demand(server, from: other) == nil)
            #expect(try await rows(server).map(\.answer) == [.captcha])
            server.accounts.date.advance(by: .seconds(890))
            try await server.sweep()
            #expect(try demand(server, from: neighbour) == 10)
            server.accounts.date.advance(by: .seconds(20))
            try await server.sweep()
            #expect(try demand(server, from: neighbour) == nil)
            #expect(try await rows(server).map(\.answer) == [.captcha], "it stays with the evidence")
        }
    }

    /// Eighteen accounts from as many networks, none of which stands out.
    @Test(.requirement("METRIC-05")) func whereNoNetworkStandsOutEverybodyNewPays() async throws {
        let server = try await Self.server()
        try await server.composition.run {
            try await spray(server, from: (0..<18).map { "203.0.\($0).1" }, at: 18)
            #expect(try await rows(server).map(\.rule) == ["spraying-distributed"])
            #expect(try demand(server, from: "192.0.2.1") == 0)
        }
    }

    /// One network has a rule of its own; what it does costs nobody else anything.
    @Test(.requirement("METRIC-05")) func whatOneNetworkDoesIsAskedOfItAlone() async throws {
        let server = try await Self.server()
        try await server.composition.run {
            try await spray(server, from: ["198.51.100.7", "198.51.101.7"], at: 40)
            #expect(try await Set(rows(server).map(\.rule)) == ["spraying", "spraying-slow"])
            #expect(try demand(server, from: "192.0.2.1") == nil && demand(server, from: "198.51.101.9") == 10)
        }
    }

    @Test(.requirement("METRIC-05")) func whatSomebodyClosedWantsNothing() async throws {
        let server = try await Self.server()
        try await server.composition.run {
            try await spray(server, from: ["198.51.100.7"])
            let number = try #require(try await rows(server).first).number
            let now = server.accounts.date.value
            #expect(
                try await server.accounts.database.write { db in try IncidentRow.close(number, at: now, in: db) {} }
                    == .closed)
            try await spray(server, from: ["198.51.100.7"])
            #expect(try demand(server, from: "198.51.100.7") == nil)
            #expect(try await rows(server).count == 1)
        }
    }

    @Test(.requirement("METRIC-05")) func aStartAnewForgetsNoDemand() async throws {
        let server = try await Self.server()
        try await server.composition.run { try await spray(server, from: ["198.51.100.7"]) }
        let next = try await server.anew()
        try await next.composition.run {
            try await next.sweep()
            #expect(try demand(next, from: "198.51.100.7") == 10)
        }
    }

    @Test(.requirement("METRIC-05"), arguments: [["metrics.answers": "letter"], ["audit.address": "none"]])
    func nothingIsWantedWhereThatIsNotSetOrNothingTellsOfWhom(_ settings: [String: String]) async throws {
        let server = try await Self.server(settings)
        try await server.composition.run {
            try await spray(server, from: ["198.51.100.7"])
            #expect(try await rows(server).map(\.answer) == [nil])
            #expect(try demand(server, from: "198.51.100.7") == nil)
        }
    }

    // MARK: Letters

    /// Passwords are tried from so many networks.
    private func guess(_ server: AuditServer, _ user: UserID, from networks: Range<Int>) async throws {
        for number in networks {
            await server.refuse(.account(user), on: SessionClient(address: IPAddress("203.0.\(number).1")))
        }
        try await server.sweep()
    }

    @Test(.requirement("METRIC-05")) func thePersonHearsOfGuessesOnceADay() async throws {
        let server = try await Self.server()
        let ada = try await server.register(), bob = try await server.register("bob@example.com")
        _ = try await server.accounts.verification.markVerified(ada.id, email: ada.email)
        try await server.composition.run {
            try await guess(server, ada.id, from: 0..<4)
            #expect(server.mail.messages.isEmpty)
            try await guess(server, ada.id, from: 4..<6)
            #expect(server.mail.messages.map(\.recipient) == [ada.email])
            let letter = try #require(server.mail.messages.first).text
            #expect(letter.contains("wrong passwords") && !letter.contains("203.0."))
            #expect(try await rows(server).map(\.answer) == [.letter])
            // Nobody has shown that the other address is that person's.
            try await guess(server, bob.id, from: 0..<6)
            #expect(try await rows(server).first?.answer == nil && server.mail.messages.count == 1)

            server.accounts.date.advance(by: .seconds(40_000))
            try await server.sweep()
            try await guess(server, ada.id, from: 0..<6)
            #expect(try await rows(server).count == 3 && server.mail.messages.count == 1)
            server.accounts.date.advance(by: .seconds(90_000))
            try await server.sweep()
            try await guess(server, ada.id, from: 0..<6)
            #expect(server.mail.messages.count == 2)
        }
    }
}
