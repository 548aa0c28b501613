import CoreModels
import DeferredWorkAPI
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import ServerKeysTesting
import TelemetryTesting
import Testing

struct DeferredWorkTests {
    private let keys: InMemoryServerKeys

    init() throws { keys = try InMemoryServerKeys() }

    @Test func isDoneInOrderAndForgotten() async throws {
        let stage = try await WorkStage(keys: keys)
        try await stage.working {
            for text in ["one", "two", "three"] { try await stage.put(text) }
            await stage.handler.waitFor(3)
            // Another piece is done after what came before was removed.
            try await stage.put("four")
            await stage.handler.waitFor(4)
        }
        #expect(stage.handler.done.prefix(4) == ["one", "two", "three", "four"])
        #expect(try await stage.rows() <= 1, "the last may have been cut off before it was removed")
    }

    @Test func whatIsNextIsFoundWithoutReadingAll() async throws {
        let stage = try await WorkStage(keys: keys)
        try await stage.working {
            for text in ["one", "two"] { try await stage.put(text) }
            await stage.handler.waitFor(2)
        }
        #expect(try await stage.store.wholeTableReads() == [])
    }

    @Test func whatAServerLeftIsDoneAtTheNextStart() async throws {
        let first = try await WorkStage(keys: keys)
        try await first.put("one")
        #expect(first.handler.done.isEmpty)
        try await first.store.reopen()
        let second = try await WorkStage(store: first.store, keys: keys)
        try await second.working { await second.handler.waitFor(1) }
        #expect(second.handler.done == ["one"])
    }

    @Test func whatFailsIsTriedAgainAndHoldsUpNothing() async throws {
        let stage = try await restarted(after: "one", "two")
        stage.handler.fail("one")
        try await stage.working {
            await stage.clock.waitForSleepers()
            #expect(stage.handler.done == ["two"])
            stage.handler.succeed("one")
            stage.advance(by: 10)
            await stage.handler.waitFor(2)
        }
        #expect(stage.handler.done == ["two", "one"])
        #expect(stage.log.messages == ["deferred work failed"])
    }

    @Test func whatGoesOnFailingIsTriedAgainAndToldOnce() async throws {
        let stage = try await restarted(after: "one")
        stage.handler.fail("one")
        try await stage.working {
            for (tries, pause) in [(1, 10), (2, 20), (3, 40), (4, 80)] {
                await stage.clock.waitForSleepers()
                #expect(stage.handler.tries("one") == tries)
                stage.advance(by: pause)
            }
            await stage.clock.waitForSleepers()
        }
        #expect(stage.handler.tries("one") == 5)
        #expect(stage.log.messages == ["deferred work failed"])
    }

    @Test func otherWorkIsNoReasonToTryAgainEarlier() async throws {
        let stage = try await restarted(after: "one")
        stage.handler.fail("one")
        try await stage.working {
            await stage.clock.waitForSleepers()
            for number in 1...3 {
                try await stage.put("\(number)")
                await stage.handler.waitFor(number)
            }
            #expect(stage.handler.tries("one") == 1)
        }
    }

    @Test func afterADayItIsGivenUp() async throws {
        let stage = try await restarted(after: "one")
        stage.handler.fail("one")
        try await stage.working {
            await stage.clock.waitForSleepers()
            stage.date.advance(by: .seconds(86_400))
            try await stage.put("two")
            await stage.handler.waitFor(1)
        }
        #expect(stage.handler.done == ["two"])
        #expect(stage.log.messages == ["deferred work failed", "deferred work given up"])
        #expect(try await stage.rows() <= 1)
    }

    /// A server that finds work of an earlier one.
    private func restarted(after texts: String...) async throws -> WorkStage {
        let first = try await WorkStage(keys: keys)
        for text in texts { try await first.put(text) }
        return try await WorkStage(store: first.store, keys: keys)
    }

    @Test func workThatNobodyDoesStays() async throws {
        let stage = try await WorkStage(keys: keys)
        try await stage.put("one", for: DeferredWorkKind("of-a-plugin-that-is-off"))
        try await stage.working { await stage.clock.waitForSleepers() }
        #expect(try await stage.rows() == 1)
    }

    @Test func theDatabaseHoldsNoDetails() async throws {
        let stage = try await WorkStage(keys: keys)
        try await stage.put("ana@example.com")
        let details = try await stage.store.database.read { db in
            try db.value("SELECT sealed_details FROM deferred_work", as: [UInt8].self) ?? []
        }
        #expect(details.count > 20)
        #expect(!String(decoding: details, as: UTF8.self).contains("ana"))
    }
}
