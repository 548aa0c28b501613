import Locking
import SQLStoreAPI
import Testing

extension SQLTopic {
    static let notes = SQLTopic("notes.changed")
    fileprivate static let others = SQLTopic("others.changed")
}

extension SQLDatabaseConformance {
    // MARK: - Numbers and locks

    func checkNumbersAndLocks() async throws {
        try await countsOn()
        try await givesNoNumberTwice()
        try await locksWhatIsBesideTheDatabase()
    }

    private func countsOn() async throws {
        let store = try await makeNotes("a", "b"), location = sourceLocation
        await #expect(throws: Refused(), sourceLocation: sourceLocation) {
            try await store.database.write { db in
                try Self.add("undone", in: db)
                throw Refused()
            }
        }
        try await store.database.write { db throws in
            let first = try db.nextNumber(of: .notes)
            #expect(first > 2, "greater than what is there", sourceLocation: location)
            try db.run("INSERT INTO notes (position, text) VALUES (\(first), 'c')")
            #expect(try db.nextNumber(of: .notes) > first, "greater than its own", sourceLocation: location)
        }
        try await store.reopen(with: nil)
        try await Self.add("d", to: store.database)
        try await expectTexts(["a", "b", "c", "d"], in: store, "numbers order the rows")
    }

    private func givesNoNumberTwice() async throws {
        let store = try await makeNotes()
        try await withThrowingTaskGroup { group in
            for number in 0..<60 { group.addTask { try await Self.add("\(number)", to: store.database) } }
            try await group.waitForAll()
        }
        let count = try await store.database.read { db in try Self.texts(in: db).count }
        #expect(count == 60, sourceLocation: sourceLocation)
    }

    /// Something outside follows the rows by actions after the commit: under the
    /// lock the two always agree, and each holder has left one more row.
    private func locksWhatIsBesideTheDatabase() async throws {
        let store = try await makeNotes(), outside = Locked<Set<String>>([]), location = sourceLocation
        try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    try await store.database.write { db in
                        try db.lock("notes")
                        let inside = Set(try Self.texts(in: db))
                        #expect(outside.current == inside, "under the lock they agree", sourceLocation: location)
                        try Self.add("\(number)", in: db)
                        try db.afterCommit { outside.withLock { _ = $0.insert("\(number)") } }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(outside.current.count == 40, sourceLocation: sourceLocation)
    }

    // MARK: - After the commit

    func checkAftermath() async throws {
        let store = try await makeNotes("a"), calls = Locked<[String]>([])
        @Sendable func call(_ name: String, after db: any SQLWriting) throws {
            try db.afterCommit { calls.withLock { $0.append(name) } }
        }
        try await store.database.write { db in
            try call("first", after: db)
            try Self.add("b", in: db)
            try? db.savepoint { db in
                try call("undone", after: db)
                try db.savepoint { db in try call("undone with it", after: db) }
                throw Refused()
            }
            try db.savepoint { db in try call("second", after: db) }
        }
        #expect(
            calls.current == ["first", "second"], "once, in order, before the write returns",
            sourceLocation: sourceLocation)
        calls.withLock { $0 = [] }
        await #expect(throws: Refused(), sourceLocation: sourceLocation) {
            try await store.database.write { db in
                try call("undone", after: db)
                throw Refused()
            }
        }
        await expect(.uniqueViolation, "a write that fails") {
            try await store.database.write { db in
                try call("undone", after: db)
                try Self.add("a", in: db)
            }
        }
        #expect(calls.current == [], "not when it was undone", sourceLocation: sourceLocation)
    }

    // MARK: - Signals

    func checkSignals() async throws {
        let store = try await makeNotes("a"), heard = Locked<[String]>([]), others = Locked<[SQLSignal]>([])
        let database = store.database
        for ear in ["left", "right"] {
            database.listen(to: .notes) { signal in
                if case .sent(let payload) = signal { heard.withLock { $0.append("\(ear) \(payload)") } }
            }
        }
        database.listen(to: .others) { signal in others.withLock { $0.append(signal) } }
        try await database.write { db in
            try db.signal(.notes, "ñ 1")
            try? db.savepoint { db in
                try db.signal(.notes, "undone")
                throw Refused()
            }
            try db.signal(.notes, "2")
            try db.signal(.notes, "")
            try db.afterCommit { heard.withLock { $0.append("action") } }
        }
        let all = heard.current
        for ear in ["left", "right"] {
            let own = all.filter { $0.hasPrefix(ear) }
            #expect(
                own == ["\(ear) ñ 1", "\(ear) 2", "\(ear) "], "heard by each in order, before the write returns",
                sourceLocation: sourceLocation)
        }
        #expect(all.last == "action", "actions come behind signals", sourceLocation: sourceLocation)
        heard.withLock { $0 = [] }
        await #expect(throws: Refused(), sourceLocation: sourceLocation) {
            try await database.write { db in
                try db.signal(.notes, "undone")
                throw Refused()
            }
        }
        await expect(.uniqueViolation, "a write that fails") {
            try await database.write { db in
                try db.signal(.notes, "undone")
                try Self.add("a", in: db)
            }
        }
        #expect(heard.current == [], "not when it was undone", sourceLocation: sourceLocation)
        let longest = String(repeating: "x", count: SQLTopic.longestPayload)
        try await database.write { db in try db.signal(.others, longest) }
        #expect(others.current == [.sent(longest)], "each topic is heard alone", sourceLocation: sourceLocation)
    }
}
