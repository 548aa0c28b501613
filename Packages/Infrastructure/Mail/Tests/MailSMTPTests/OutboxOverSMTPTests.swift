import ConfigurationAPI
import ConfigurationTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import MailAPI
import MailOutbox
import MailSMTP
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerKeysTesting
import TelemetryTesting
import Testing

/// The outbox and a real mail server: nothing lost, nothing doubled.
struct OutboxOverSMTPTests {
    private let server: MailServer
    private let sending: Sending
    private let store: TemporaryDatabase
    private let date = ManualDate()
    private let clock = ManualClock()

    init() async throws {
        server = try await MailServer()
        sending = try Sending(to: server, timeout: .seconds(300))
        store = try await TemporaryDatabase(OutboxTable.migration)
    }

    private func outbox(over sending: Sending) throws -> Assembly<MailOutboxPlugin.Exports> {
        try MailOutboxPlugin.assemble(
            .init(
                database: store.database, cryptography: try Cryptography.real(), serverKeys: try InMemoryServerKeys(),
                delivery: sending.delivery,
                configuration: .fixture(.set(MailSettings.sender, to: "Essential ñ <no-reply@example.com>")),
                known: { [] }, metrics: InMemoryMetrics(), log: LogSpy().logger, clock: clock, now: date.now,
                spread: { 0.5 }))
    }

    private func states() async throws -> [String: String] {
        let rows = try await store.database.read { db in
            try db.rows("SELECT recipient, state FROM mail_outbox") { row in
                (try row[0, as: String.self], try row[1, as: String.self])
            }
        }
        return Dictionary(uniqueKeysWithValues: rows.map { (String($0.prefix { $0 != "@" }), $1) })
    }

    @Test func nothingIsLostAndNothingDoubled() async throws {
        let outbox = try outbox(over: sending)
        for service in outbox.services { try await service.start() }
        for service in outbox.services { try await service.run() }
        await clock.waitForSleepers()
        let names = ["ana", "full", "nobody", "busy", "ben", "spam", "dies", "later", "cleo"]
        for name in names {
            try await outbox.exports.mail.send(
                MailMessage(
                    recipient: try #require(EmailAddress("\(name)@example.com")), subject: "Für \(name) ✓",
                    text: "¡Hola, \(name)!\n.\n\n    https://essential.example/reset?a=1&b=2"))
        }
        for _ in 0..<20 where try server.letters().count < 5 {
            await clock.waitForSleepers()
            date.advance(by: .seconds(60))
            clock.advance(by: .seconds(60))
            await clock.waitForSleepers()
        }
        for service in outbox.services { await service.stop() }

        let letters = try server.letters()
        #expect(letters.map { $0.to[0].prefix { $0 != "@" } }.sorted() == ["ana", "ben", "busy", "cleo", "dies"])
        let left = try await states()
        #expect(
            left == [
                "full": "waiting", "later": "waiting", "nobody": "dead", "spam": "dead",
            ])
        #expect(Set(letters.map(\.id)).count == letters.count)
        for letter in letters {
            let name = letter.to[0].prefix { $0 != "@" }
            #expect(letter.defects.isEmpty && letter.isAscii && letter.longestLine <= 78)
            #expect(letter.subject == "Für \(name) ✓")
            #expect(letter.headerFrom == "Essential ñ <no-reply@example.com>" && letter.headerTo == letter.to[0])
            #expect(letter.text.hasPrefix("¡Hola, \(name)!\n.\n\n    https://essential.example/reset?a=1&b=2"))
            #expect(letter.html.contains("<a href=\"https://essential.example/reset?a=1&amp;b=2\">"))
            #expect(letter.tls && letter.user == "essential")
        }
    }

    @Test func aServerThatHangsLosesNothing() async throws {
        let hasty = try Sending(to: server, timeout: .seconds(1)), outbox = try outbox(over: hasty)
        for service in outbox.services { try await service.start() }
        for service in outbox.services { try await service.run() }
        await clock.waitForSleepers()
        try await outbox.exports.mail.send(
            MailMessage(recipient: try #require(EmailAddress("hangs@example.com")), subject: "Wait", text: "for me"))
        let desk = OutboxDesk(database: store.database)
        while try await desk.letters().first?.reason == nil { await Task.yield() }
        for service in outbox.services { await service.stop() }
        #expect(try await states() == ["hangs": "waiting"])
        #expect(try server.letters().isEmpty)
    }

    @Test func whenTheAnswerIsLostTheSecondLetterHasTheNameOfTheFirst() async throws {
        let outbox = try outbox(over: sending)
        for service in outbox.services { try await service.start() }
        for service in outbox.services { try await service.run() }
        await clock.waitForSleepers()
        try await outbox.exports.mail.send(
            MailMessage(
                recipient: try #require(EmailAddress("forgets@example.com")), subject: "Once", text: "or twice"))
        // The one who sleeps may still be from before the letter.
        while try server.letters().count < 2 {
            await clock.waitForSleepers()
            date.advance(by: .seconds(30))
            clock.advance(by: .seconds(30))
        }
        for service in outbox.services { await service.stop() }
        #expect(try server.letters().count == 2)
        #expect(Set(try server.letters().map(\.id)).count == 1)
        #expect(try await states().isEmpty)
    }
}
