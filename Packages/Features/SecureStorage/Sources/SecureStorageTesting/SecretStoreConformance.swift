import CoreModels
import Locking
public import SecureStorageAPI
public import Testing

/// What every store of secrets does, whatever it keeps them in.
public struct SecretStoreConformance {
    private let make: () async throws -> any SecretStore & SecretLocking
    private let sourceLocation: SourceLocation

    /// Creates a suite.
    ///
    /// - Parameter make: Makes an empty store that takes secrets of up to a
    ///   mebibyte.
    public init(
        sourceLocation: SourceLocation = #_sourceLocation,
        make: @escaping () async throws -> any SecretStore & SecretLocking
    ) {
        self.make = make
        self.sourceLocation = sourceLocation
    }

    /// Runs every check, each with a store of its own.
    public func run() async throws {
        try await tellsAbsence(make())
        try await returnsTheSameBytes(make())
        try await replaces(make())
        try await removes(make())
        try await removesAll(make())
        try await takesAnyUnicodeName(make())
        try await takesLargeSecrets(make())
        try await refusesEmptySecrets(make())
        try await updates(make())
        try await losesNoConcurrentUpdate(make())
        try await survivesConcurrentUse(make())
        try await locksOutOthers(make())
        try await givesTheLockUpAfterAnError(make())
        try await boundsTheWaitForALock(make())
    }

    private typealias Store = any SecretStore & SecretLocking

    private func expect(
        _ store: Store, _ name: SecretName, holds text: String?, _ comment: Comment
    ) async {
        let stored = await store.read(name)
        switch (stored, text) {
        case (.present(let secret), let text?):
            let isEqual = secret.isEqual(to: Secret(text))
            #expect(isEqual, comment, sourceLocation: sourceLocation)
        case (.absent, nil): break
        default: Issue.record("\(comment): \(stored)", sourceLocation: sourceLocation)
        }
    }

    private func expectError<Value>(
        _ error: SecretStoreError, _ comment: Comment, _ body: () async throws -> Value
    ) async {
        await #expect(throws: error, comment, sourceLocation: sourceLocation) { _ = try await body() }
    }

    private func tellsAbsence(_ store: Store) async throws {
        try await expect(store, SampleSecrets.name(), holds: nil, "nothing was saved")
        try await store.remove(SampleSecrets.name())
        try await store.removeAll()
        try await expect(store, SampleSecrets.name(), holds: nil, "nothing was there to remove")
    }

    private func returnsTheSameBytes(_ store: Store) async throws {
        let name = try SampleSecrets.name()
        let bytes = SampleSecrets.secret(byteCount: 777)
        try await store.save(bytes, as: name)
        let read = try await store.read(name).get()
        let isEqual = read?.isEqual(to: bytes)
        #expect(isEqual == true, "what is read isn't what was saved", sourceLocation: sourceLocation)
    }

    private func replaces(_ store: Store) async throws {
        let name = try SampleSecrets.name()
        try await store.save(Secret("a longer first secret"), as: name)
        try await store.save(Secret("second"), as: name)
        await expect(store, name, holds: "second", "the second save wins")
        try await store.remove(name)
        await expect(store, name, holds: nil, "the first save left nothing behind")
    }

    private func removes(_ store: Store) async throws {
        let (one, two) = try (SampleSecrets.name("one"), SampleSecrets.name("two"))
        try await store.save(Secret("1"), as: one)
        try await store.save(Secret("2"), as: two)
        try await store.remove(one)
        try await store.remove(one)
        await expect(store, one, holds: nil, "it was removed")
        await expect(store, two, holds: "2", "the other one stays")
    }

    private func removesAll(_ store: Store) async throws {
        let (one, two) = try (SampleSecrets.name("one"), SecretName(SecretKind("other"), parsing: "one"))
        try await store.save(Secret("1"), as: one)
        try await store.save(Secret("2"), as: two)
        await expect(store, one, holds: "1", "the kind is part of the name")
        await expect(store, two, holds: "2", "the kind is part of the name")
        try await store.removeAll()
        await expect(store, one, holds: nil, "all were removed")
        await expect(store, two, holds: nil, "all were removed")
        try await store.save(Secret("3"), as: one)
        await expect(store, one, holds: "3", "it can be used again")
    }

    private func takesAnyUnicodeName(_ store: Store) async throws {
        // The third and the fourth are one character in two spellings.
        let labels = ["señal/ünïcode 🔑", "../../etc/passwd", "\u{E9}", "e\u{301}", "日本語\u{0}null", "a b\n", "A B\n"]
        for label in labels { try await store.save(Secret("of " + label), as: SampleSecrets.name(label)) }
        for label in labels {
            try await expect(store, SampleSecrets.name(label), holds: "of " + label, "named \(label)")
        }
    }

    private func takesLargeSecrets(_ store: Store) async throws {
        let name = try SampleSecrets.name()
        let bytes = SampleSecrets.secret(byteCount: 1 << 20)
        try await store.save(bytes, as: name)
        let isEqual = try await store.read(name).get()?.isEqual(to: bytes)
        #expect(isEqual == true, "a mebibyte comes back", sourceLocation: sourceLocation)
    }

    private func refusesEmptySecrets(_ store: Store) async throws {
        let name = try SampleSecrets.name()
        try await store.save(Secret("before"), as: name)
        await expectError(.emptyValue, "nothing to save") { try await store.save(Secret(""), as: name) }
        await expectError(.emptyValue, "nothing to save") { try await store.update(name) { _ in .save(Secret("")) } }
        await expect(store, name, holds: "before", "the refused save changed nothing")
    }

    private func updates(_ store: Store) async throws {
        let name = try SampleSecrets.name()
        let wasAbsent = try await store.update(name) { current in
            (change: .save(Secret("made")), value: current.isAbsent)
        }
        #expect(wasAbsent, "an update sees absence", sourceLocation: sourceLocation)
        await expect(store, name, holds: "made", "an update creates")
        try await store.update(name) { _ in .keep }
        await expect(store, name, holds: "made", "an update keeps")
        let text = try await store.update(name) { current in
            (change: .save(Secret("changed")), value: try? current.get()?.withText { $0 })
        }
        #expect(text == "made", "an update sees the present secret", sourceLocation: sourceLocation)
        await expect(store, name, holds: "changed", "an update replaces")
        try await store.update(name) { _ in .remove }
        await expect(store, name, holds: nil, "an update removes")
        try await updatesBesideAnother(store)
    }

    private func updatesBesideAnother(_ store: Store) async throws {
        let name = try SampleSecrets.name(), other = try SampleSecrets.name("other")
        func look() async throws -> String? {
            try await store.update(name, beside: other) { _, other in
                (change: .save(Secret("beside")), value: try? other.get()?.withText { $0 })
            }
        }
        #expect(try await look() == nil, "an update sees that another is absent", sourceLocation: sourceLocation)
        try await store.save(Secret("other"), as: other)
        #expect(try await look() == "other", "an update sees another", sourceLocation: sourceLocation)
        await expect(store, other, holds: "other", "the other one stays as it is")
        await expect(store, name, holds: "beside", "an update beside another saves")
    }

    private func losesNoConcurrentUpdate(_ store: Store) async throws {
        let name = try SampleSecrets.name()
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<8 { try await store.update(name) { .save(increment($0)) } }
                }
            }
            try await group.waitForAll()
        }
        await expect(store, name, holds: "64", "each update saw the one before it")
    }

    private func survivesConcurrentUse(_ store: Store) async throws {
        let names = try (0..<4).map { try SampleSecrets.name("\($0)") }
        try await withThrowingTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<10 {
                        let name = names[(task + round) % names.count]
                        switch (task + round) % 5 {
                        case 0: try await store.remove(name)
                        case 1, 2: try await store.save(Secret("\(task) \(round)"), as: name)
                        default: _ = try await store.read(name).get()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func locksOutOthers(_ store: Store) async throws {
        let name = try SampleSecrets.name()
        let inside = Locked(0)
        let most = Locked(0)
        try await store.save(Secret("0"), as: name)
        try await withThrowingTaskGroup { group in
            for _ in 0..<6 {
                group.addTask {
                    try await store.withLock(named: name) { () async throws(SecretStoreError) in
                        let count = inside.withLock { count in
                            count += 1
                            return count
                        }
                        most.withLock { $0 = max($0, count) }
                        // Read, then write, with a pause for others in between.
                        let next = increment(await store.read(name))
                        await Task.yield()
                        try await store.save(next, as: name)
                        inside.withLock { $0 -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        let mostAtOnce = most.current
        #expect(mostAtOnce == 1, "one holder at a time", sourceLocation: sourceLocation)
        await expect(store, name, holds: "6", "no holder missed another's write")
        let other = try SampleSecrets.name("other")
        let isFree = try await store.withLock(named: name) { () async throws(SecretStoreError) in
            try await store.withLock(named: other, waitingAtMost: .seconds(5)) { () async throws(SecretStoreError) in
                true
            }
        }
        #expect(isFree, "names are locked apart", sourceLocation: sourceLocation)
    }

    private func givesTheLockUpAfterAnError(_ store: Store) async throws {
        let name = try SampleSecrets.name()
        await expectError(.wrongKey, "what the body throws is passed on") {
            try await store.withLock(named: name) { () async throws(SecretStoreError) in throw .wrongKey }
        }
        let isFree = try await store.withLock(named: name, waitingAtMost: .seconds(5)) {
            () async throws(SecretStoreError) in true
        }
        #expect(isFree, "the lock is free again", sourceLocation: sourceLocation)
    }

    private func boundsTheWaitForALock(_ store: Store) async throws {
        let name = try SampleSecrets.name()
        try await store.withLock(named: name) { () async throws(SecretStoreError) in
            await expectError(.busy, "it is held") {
                try await store.withLock(named: name, waitingAtMost: .milliseconds(5)) {
                    () async throws(SecretStoreError) in
                }
            }
        }
    }
}

/// The next number as a secret; 1 after none.
private func increment(_ stored: StoredSecret) -> Secret {
    guard case .present(let secret) = stored else { return Secret("1") }
    return Secret("\((secret.withText { $0.flatMap { Int($0) } } ?? -1_000) + 1)")
}
