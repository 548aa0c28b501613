import Locking
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import Testing

@Suite(.enabled(if: TemporaryDatabase.isFile)) struct MannerTests {
    /// What SQLite says of commits in a write of this manner: 2 synchronises each,
    /// 1 none.
    private func synchronisation(of manner: SQLManner, in database: any SQLDatabase) async throws -> Int? {
        try await database.write(manner) { db in try db.value("SELECT * FROM pragma_synchronous") }
    }

    @Test func synchronisesWhatHasToBeDurable() async throws {
        let store = try await TemporaryDatabase.notes(), database = store.engine
        for (manner, expected) in [
            (SQLManner.exclusive, 2), (.soon, 1), (.soon, 1), (.claiming, 2), (.exclusive, 2),
            (SQLManner(isolation: .claiming, durability: .soon), 1), (.claiming, 2),
        ] {
            #expect(try await synchronisation(of: manner, in: database) == expected)
        }
    }

    /// However a write that needn't be durable ends, the next one is.
    @Test func synchronisesAgainAfterAFailure() async throws {
        struct Refused: Error {}
        let store = try await TemporaryDatabase.notes(), gate = Gate()
        await #expect(throws: Refused.self) {
            try await store.engine.write(.soon) { _ in throw Refused() }
        }
        #expect(try await synchronisation(of: .exclusive, in: store.engine) == 2)
        // One that doesn't come to its beginning.
        let impatient = makeStore(store.path, busyTimeout: .zero)
        try await impatient.open()
        async let holding: Void = store.engine.write { _ in gate.pass() }
        await gate.waitForArrival()
        #expect(await sqlError { _ = try await synchronisation(of: .soon, in: impatient) }?.code == .busy)
        gate.open()
        try await holding
        #expect(try await synchronisation(of: .exclusive, in: impatient) == 2)
        await impatient.close()
    }

    /// What a write leaves for after its commit is done before the next one of
    /// this process begins: that is what its locks stand for.
    @Test func noWriteBeginsBeforeTheActionsOfTheOneBefore() async throws {
        let store = try await TemporaryDatabase.notes(), gate = Gate(), events = Locked<[String]>([])
        async let first: Void = store.engine.write { db in
            try db.lock("notes")
            try db.afterCommit {
                gate.pass()
                events.withLock { $0.append("action") }
            }
        }
        await gate.waitForArrival()
        let second = Task.immediate {
            try await store.engine.write { db in
                try db.lock("notes")
                events.withLock { $0.append("next") }
            }
        }
        gate.open()
        try await first
        try await second.value
        #expect(events.current == ["action", "next"])
    }

    @Test func whoListensBeforeTheStartHears() async throws {
        let store = try await TemporaryDatabase.notes()
        let other = makeStore(store.path), heard = Locked<[SQLSignal]>([])
        other.listen(to: SQLTopic("notes")) { signal in heard.withLock { $0.append(signal) } }
        try await other.open()
        try await other.write { db in try db.signal(SQLTopic("notes"), "a") }
        #expect(heard.current == [.sent("a")])
        await other.close()
    }

    @Test func aTestCanInterruptSignals() async throws {
        let store = try await TemporaryDatabase.notes()
        let failing = FailingDatabase(store.database), heard = Locked<[SQLSignal]>([]), topic = SQLTopic("notes")
        failing.listen(to: topic) { signal in heard.withLock { $0.append(signal) } }
        for payload in ["a", "unheard", "b"] {
            if payload == "unheard" { failing.interruptSignals(true) }
            try await failing.write { db in try db.signal(topic, payload) }
            if payload == "unheard" { failing.interruptSignals(false) }
        }
        #expect(heard.current == [.sent("a"), .interrupted, .resumed, .sent("b")])
    }
}
