import CoreModels
import FoundationEssentials
import KernelTesting
import MailAPI
import MailOutbox
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import TelemetryTesting
import Testing

/// An outbox from its start to its end, however that comes.
struct OutboxLifeTests {
    @Test func aLetterThatWasBeingSentInACrashIsSentAgainUnderItsName() async throws {
        let crashed = try await OutboxStage()
        try await crashed.start()
        try await crashed.send()
        let first = await crashed.delivery.letters(1)
        await crashed.stop()
        // As it is when a server ends between sending and taking note.
        try await crashed.send(to: "ben")
        try await crashed.store.database.write { db in try db.run("UPDATE mail_outbox SET state = 'sending'") }
        let stage = try await OutboxStage(store: crashed.store)
        try await stage.start()
        let again = await stage.delivery.letters(1)
        await stage.stop()
        #expect(again.map(\.recipient.localPart) == ["ben"] && first.count == 1)
        #expect(stage.log.messages.contains("letters may be sent twice after a crash"))
    }

    @Test func aServerThatCannotStartSendsNothing() async throws {
        let before = try await OutboxStage()
        try await before.start()
        await before.stop()
        try await before.send()
        let stage = try await OutboxStage(store: before.store)
        try await stage.startOnly()
        await stage.stop()
        let untried = try await stage.store.database.read { db in
            try db.value("SELECT COUNT(*) FROM mail_outbox WHERE state = 'waiting' AND attempts = 0", as: Int.self)
        }
        #expect(untried == 1)
    }

    @Test func stoppingFinishesWhatWasBegunAndBeginsNothing() async throws {
        let hanging = HangingDelivery()
        let stage = try await OutboxStage(delivery: hanging.stub)
        try await stage.start()
        try await stage.send()
        _ = await stage.delivery.letters(1)
        async let stopped: Void = stage.stop()
        try await stage.send(to: "ben")
        await hanging.goOn()
        await stopped
        let next = try await OutboxStage(store: stage.store)
        let left = try await next.rows()
        try await next.start()
        _ = await next.delivery.letters(left)
        await next.stop()
        #expect(stage.delivery.letters.count + next.delivery.letters.count == 2)
        #expect(try await next.rows() == 0)
    }

    @Test func refusesMessagesBeforeItIsStarted() async throws {
        let stage = try await OutboxStage()
        await #expect(throws: MailError.unavailable(reason: "the outbox isn't started")) { try await stage.send() }
        #expect(try await stage.rows() == 0)
    }
}
