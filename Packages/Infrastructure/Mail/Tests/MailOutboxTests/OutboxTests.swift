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

struct OutboxTests {
    private struct Undone: Error {}

    @Test func aMessageExistsIfAndOnlyIfTheChangeIsCommitted() async throws {
        let stage = try await OutboxStage()
        try await stage.start()
        let message = MailMessage(
            recipient: try #require(EmailAddress("ana@example.com")), subject: "Changed", text: "It is so.")
        await #expect(throws: Undone.self) {
            try await stage.store.database.write { db in
                try stage.mail.enqueue(message, in: db)
                throw Undone()
            }
        }
        #expect(try await stage.rows() == 0)
        try await stage.store.database.write { db in try stage.mail.enqueue(message, in: db) }
        #expect(await stage.delivery.letters(1).count == 1)
        await stage.stop()
        #expect(stage.delivery.letters.map(\.recipient) == [message.recipient])
        #expect(try await stage.rows() == 0, "what was delivered is gone")
    }

    @Test(.requirement("D2")) func aRehearsalLeavesNothingAndUndoesNothing() async throws {
        let stage = try await OutboxStage()
        try await stage.start()
        let ana = try #require(EmailAddress("ana@example.com")), ben = try #require(EmailAddress("ben@example.com"))
        try await stage.store.database.write { db in
            try stage.mail.enqueue(MailMessage(recipient: ana, subject: "Hi", text: "Real"), in: db)
            try stage.mail.rehearse(MailMessage(recipient: ben, subject: "Hi", text: "Not"), in: db)
        }
        _ = await stage.delivery.letters(1)
        await stage.stop()
        #expect(stage.delivery.letters.map(\.recipient) == [ana])
        #expect(try await stage.rows() == 0)
    }

    /// As on a full disk, where what changes no row succeeds.
    @Test func anOutboxThatCanNotBeChangedIsNotAskedAtEveryMoment() async throws {
        let stage = try await OutboxStage()
        try await stage.start()
        try await stage.store.refuse("UPDATE", of: "mail_outbox")
        try await stage.send()
        while stage.log.messages.isEmpty { await Task.yield() }
        for _ in 0..<10 { await stage.pass(.seconds(1)) }
        #expect(stage.log.messages == ["the outbox can't be read"])
        try await stage.store.accept("UPDATE", of: "mail_outbox")
        await stage.pass(.seconds(30))
        #expect(await stage.delivery.letters(1).count == 1)
        await stage.stop()
    }

    /// As on a disk that fills up while a letter is on its way.
    @Test(arguments: [true, false])
    func whatBecameOfALetterIsNotedOnceItCanBeAndTheLetterIsSentOnce(isRefused: Bool) async throws {
        let store = try await TemporaryDatabase(OutboxTable.migration), change: SQL = isRefused ? "UPDATE" : "DELETE"
        let delivery = DeliveryStub { _, _ in
            try? await store.refuse(change, of: "mail_outbox")
            return isRefused ? .refused(reason: "no such mailbox") : nil
        }
        let stage = try await OutboxStage(store: store, delivery: delivery)
        try await stage.start()
        try await stage.send()
        while !stage.log.messages.contains("what became of a letter could not be noted") { await Task.yield() }
        await stage.pass(.seconds(30))
        await stage.clock.waitForSleepers()
        #expect(try await stage.count("sending") == 1)
        #expect(!stage.log.messages.contains("letter handed over"), "before it is noted")
        try await stage.store.accept(change, of: "mail_outbox")
        await stage.pass(.seconds(30))
        await stage.clock.waitForSleepers()
        await stage.stop()
        #expect(try await stage.count("sending") == 0)
        #expect(try await stage.count("dead") == (isRefused ? 1 : 0))
        #expect(stage.delivery.letters.count == 1)
    }

    @Test func manyLettersAreDeliveredOnceEachAndFourAtATime() async throws {
        let stage = try await OutboxStage()
        try await stage.start()
        let people = try (0..<25).map { try #require(EmailAddress("person\($0)@example.com")) }
        try await stage.store.database.write { db in
            for person in people {
                try stage.mail.enqueue(MailMessage(recipient: person, subject: "Hi", text: "All"), in: db)
            }
        }
        _ = await stage.delivery.letters(25)
        await stage.stop()
        #expect(Set(stage.delivery.letters.map(\.recipient)) == Set(people))
        #expect(stage.delivery.letters.count == 25)
        #expect(stage.delivery.mostAtOnce <= 4)
        #expect(try await stage.store.wholeTableReads() == [])
        #expect(try await stage.rows() == 0)
    }

    @Test func aLetterThatHangsHoldsUpNoOther() async throws {
        let hanging = HangingDelivery()
        let stage = try await OutboxStage(delivery: hanging.stub)
        try await stage.start()
        try await stage.send()
        _ = await stage.delivery.letters(1)
        // More of them than have room at a time.
        for number in 1...9 { try await stage.send(to: "person\(number)") }
        #expect(await stage.delivery.letters(10).count == 10)
        await hanging.goOn()
        await stage.stop()
        #expect(try await stage.rows() == 0)
    }

    @Test func triesAgainLaterAndLater() async throws {
        let stage = try await OutboxStage(
            delivery: DeliveryStub { _, attempt in attempt < 10 ? .postponed(reason: "busy") : nil })
        try await stage.start()
        try await stage.send()
        for (tries, delay) in [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600].enumerated() {
            #expect(await stage.delivery.letters(tries + 1).count == tries + 1)
            await stage.pass(.seconds(delay - 1))
            #expect(stage.delivery.letters.count == tries + 1, "not before its time")
            await stage.clock.waitForSleepers()
            stage.date.advance(by: .seconds(1))
            stage.clock.advance(by: .seconds(1))
        }
        _ = await stage.delivery.letters(10)
        await stage.stop()
        #expect(try await stage.rows() == 0)
        #expect(Set(stage.delivery.letters.map(\.id)).count == 1, "duplicates can be recognised")
        #expect(Set(stage.delivery.letters.map(\.data)).count == 1)
    }

    @Test func givesUpAfterThirtyTriesAndKeepsTheLetter() async throws {
        let stage = try await OutboxStage(delivery: DeliveryStub { _, _ in .postponed(reason: "busy") })
        try await stage.start()
        try await stage.send()
        for tries in 1..<30 {
            _ = await stage.delivery.letters(tries)
            await stage.pass(.seconds(3_600))
        }
        _ = await stage.delivery.letters(30)
        await stage.stop()
        #expect(try await stage.count("dead") == 1)
        #expect(try await stage.count("waiting") == 0)
        #expect(stage.log.messages.contains("letter given up"))
    }

    @Test func whatIsRefusedIsNotTriedAgainAndHoldsUpNobody() async throws {
        let stage = try await OutboxStage(
            delivery: DeliveryStub { letter, _ in
                letter.recipient.localPart == "nobody" ? .refused(reason: "550") : nil
            })
        try await stage.start()
        for name in ["nobody", "ana", "ben"] { try await stage.send(to: name) }
        _ = await stage.delivery.letters(3)
        await stage.stop()
        #expect(stage.delivery.letters.count == 3)
        #expect(try await stage.count("dead") == 1)
        #expect(try await stage.rows() == 1)
    }

    @Test func triesAreSpreadSoThatTheyDoNotComeBackTogether() async throws {
        for (spread, delay) in [(0.0, 24.0), (1.0, 36.0)] {
            let stage = try await OutboxStage(
                delivery: DeliveryStub { _, _ in .postponed(reason: "busy") }, spread: spread)
            try await stage.start()
            try await stage.send()
            _ = await stage.delivery.letters(1)
            await stage.clock.waitForSleepers()
            let due = try await stage.store.database.read { db in
                try db.value("SELECT due_at FROM mail_outbox", as: Date.self)
            }
            #expect(due?.timeIntervalSince(stage.date.value) == delay)
            await stage.stop()
        }
    }

    @Test func aClockThatWasSetBackHoldsUpNothing() async throws {
        let ahead = try await OutboxStage(delivery: DeliveryStub { _, _ in .postponed(reason: "busy") })
        ahead.date.advance(by: .seconds(365 * 86_400))
        try await ahead.start()
        try await ahead.send()
        _ = await ahead.delivery.letters(1)
        await ahead.stop()
        let stage = try await OutboxStage(store: ahead.store)
        try await stage.start()
        #expect(await stage.delivery.letters(1).count == 1)
        await stage.stop()
    }

    @Test func lettersAreSealedInTheDatabase() async throws {
        let stage = try await OutboxStage(delivery: DeliveryStub { _, _ in .postponed(reason: "busy") })
        try await stage.start()
        try await stage.send("The code is 40302010")
        await stage.stop()
        let isThere = try await stage.store.database.read { db in
            try db.rows("SELECT * FROM mail_outbox") { row in
                try row.columnNames.indices.contains { index in
                    switch try row.value(at: index) {
                    case .text(let text): text.contains("40302010")
                    case .blob(let data): String(decoding: data, as: UTF8.self).contains("40302010")
                    default: false
                    }
                }
            }
        }
        #expect(isThere == [false])
    }

    @Test func deadLettersCanBeSeenAndPutBackWhileTheServerRuns() async throws {
        let stage = try await OutboxStage(
            delivery: DeliveryStub { letter, attempt in
                attempt == 1 && letter.recipient.localPart != "ben" ? .refused(reason: "550 no such user") : nil
            })
        try await stage.start()
        for name in ["ana", "ben", "cleo"] { try await stage.send(to: name) }
        _ = await stage.delivery.letters(3)
        await stage.clock.waitForSleepers()
        let desk = OutboxDesk(database: stage.store.database)
        var letters = try await desk.letters()
        while letters.map(\.state) != [.dead, .dead] {
            await Task.yield()
            letters = try await desk.letters()
        }
        #expect(Set(letters.map(\.recipient)) == ["ana@example.com", "cleo@example.com"])
        #expect(letters.allSatisfy { $0.reason == "550 no such user" && $0.attempts == 1 && $0.template == "notice" })
        let ana = try #require(letters.first { $0.recipient.hasPrefix("ana") })
        #expect(try await desk.retry([try #require(UUID(uuidString: ana.id)), UUID()]) == 1)
        await stage.pass(.seconds(60))
        #expect(await stage.delivery.letters(4).last?.recipient.localPart == "ana")
        #expect(try await desk.retry([]) == 1)
        await stage.pass(.seconds(60))
        #expect(await stage.delivery.letters(5).last?.recipient.localPart == "cleo")
        await stage.stop()
        #expect(try await desk.letters().isEmpty)
    }

    @Test func deadLettersAreForgottenAfterAMonth() async throws {
        let stage = try await OutboxStage(delivery: DeliveryStub { _, _ in .refused(reason: "550") })
        try await stage.start()
        try await stage.send()
        _ = await stage.delivery.letters(1)
        await stage.stop()
        for (days, rows) in [(29, 1), (2, 0)] {
            stage.date.advance(by: .seconds(days * 86_400))
            try await stage.sweep()
            #expect(try await stage.count("dead") == rows)
        }
    }

    @Test func aDiskThatIsFullLosesNothing() async throws {
        let stage = try await OutboxStage()
        try await stage.start()
        try await stage.store.fillDisk()
        let long = String(repeating: "long ", count: 100_000)
        await #expect(throws: MailError.self) { try await stage.send(long) }
        try await stage.store.freeDisk()
        try await stage.send()
        _ = await stage.delivery.letters(1)
        await stage.stop()
        #expect(stage.delivery.letters.count == 1)
    }
}
